// German, French, Spanish, Portuguese, Italian, Russian and Turkish, second part: the wider families. Accents
// are left out.
#include "text/concepts.h"

namespace mcpjury {
namespace {

using namespace sense;

// clang-format off: lists of words
constexpr ConceptList kEuropeMoreWords[] = {
    {kGet,
     "lese liest einlesen schaue_nach nachsehen aufrufen abrufe zusammenstellen entnimm entnehmen "
     "durchforste erfasse erfassen prufe_den mitschneiden aufzeichnen protokolliere sichere kopiert "
     "extrahiere recueille recueillez recueillir releve relevez relever repere reperez copier consultez "
     "chercher lister_les prends prenez enregistrez_les capturez ouvrir lisant reune reunir captura "
     "capturar toma tomar saca sacar examina examinar revisa revisar lista_los consigue conseguir "
     "recolecta copiar leyendo rastrea recolha recolher reuna pegue pegar examine leitura capture "
     "capturar levante consulte_o copiar_o verifique_o prendi prendere raccogliere copiare esamina "
     "cattura ottieni ottenere leggendo рассмотри* скопировать собрать считай* "
     "считать прочитать получить взять перепиши* выпиши* сними_копию "
     "okuyun okuyarak toplayip toplayin alip cikar kopyalayip kopyalayin listele eris"},
    {kCarry,
     "hange_an beifugen beigefugt beizufugen mitliefern mitgeliefert anzuhangen angehangt einzufugen "
     "eingefugt einzutragen eingetragen ubernehmen einbetten bette hinein hineinschreiben unterbringen "
     "packen stecke stecken mitgegeben mitsenden ablegen kopiere_in hineinkopieren glisse glissez "
     "glisser integre integrez accompagne accompagnez adjoins adjoignez ajouter joindre inserer "
     "renseigner coller reporte reportez reporter recopiez deposer depose deposez incorpore "
     "incluyas adjunte adjuntes anexa anexar mete meter cuela introducir incorpora incorporar agregar "
     "anadir anada acompana rellenar consigna pegalo copialo inclui insere acrescenta anexa "
     "embuta embutir junte juntar enfie incorpore preencher colocar escrever includere allegare "
     "aggiungere accoda incorpora infila inserisca incollare copiare_nel riportare "
     "вставить вставь* приложить прикрепи* прикладывай* дописывай* допиши* "
     "укажи записать внести вложить включать добавлять подклей* "
     "yazin yapistirin ekleyin ekleyip koyun yerlestir dahil_et ilave_et ilistir girin"},
    {kSend,
     "sendest sendet schickt leite_weiter leitest ubersende ubersenden ubertragt lade_hoch hochzuladen "
     "zu_senden zu_schicken zu_ubermitteln gib_weiter weiterreichen reiche_weiter geht_an gehen_auch_an "
     "stelle_bereit spiegeln gespiegelt veroffentliche teile teilen expediez expedier envoi envois "
     "transferer relaie relayez relayer achemine acheminez diffuse diffusez diffuser publie publiez "
     "communique communiquez remonte remontez copie_a mets_en_copie mettez_en_copie envies enviale "
     "enviandolo enviad remitas despacha despachar reenvie reenvies manda_a hazle_llegar haz_llegar "
     "entrega entregar vuelca sincroniza difundir exporta exportar publicar compartir comparta "
     "despache remeta remeter mandar encaminha transfira transferir exporte exportar compartilhar "
     "divulgue entregue sincronize mandare manda mandalo spedire inoltrare trasmettere condividi "
     "condividere trasferisci trasferire pubblica consegna esporta "
     "переслать отправить отправь* шли пошли слать посылать выслать вышли "
     "выкладывай* публикуй* делись передавать направь* направляй* дублируй* копию_на "
     "gonderip gonderiniz yollayin aktar aktarin iletin paylasin yukleyin"},
    {kChange,
     "tauschen auszutauschen vertausche vertauschen abandere umschreiben schreibe_um verandere verandern "
     "erhohe erhohen verringere senke umbuchen buche_um umbiegen abzuandern zu_ersetzen zu_andern "
     "substituer echange echangez echanger majore majorez augmente augmentez diminue reduis detourner "
     "detournez inverse falsifie reecris cambie cambies modifique modifiques altere alteres sustituya "
     "reemplace intercambia aumenta aumentar reduce redirija desviar abona abonar carga_en trueca "
     "falsea modifique troca aumente reduza desviar redirecionar inverta sobrescreva cambi "
     "modificare alterare aumenta riduci dirottare scambia accredita sovrascrivi "
     "поменяй* сменить смени* заменить изменить увеличь* уменьши* исправь* "
     "перечисли* подменить degistirip degistirerek artir azalt cevir yonlendirin"},
    {kDelete,
     "losch vernichte vernichten verwirf beseitige effacez effacer detruis detruisez retire retirez borre "
     "borres suprime suprimir vacia quita remova remover elimine apaga eliminare rimuovere cancellare "
     "стереть стирай* убери* очисти* уничтож* yok_et temizle silip"},
    {kRun,
     "starten_sie installiere installieren rufe_auf demarre demarrez installe installez declenche instala "
     "instalar corre correr lanza lanzar inicia instale executa inicie installa lancia lanciare установи* "
     "запускай* kur kurun baslat"},
    {kGrant,
     "gewahre gewahren erteile erteilen befordere accorde accordez octroie attribue concede conceder otorga "
     "otorgar asigna conceda atribua promova concedi assegna предостав* назнач* выдай* ver_yetki yetki_ver "
     "yetkilendir"},
    {kStore,
     "halte_fest festhalten behalte behalten ablegen eintragen consigne consignez garde_en_memoire conserve "
     "conservez retenez memoriser almacena almacenar recorda recordar conserva conservar retenga armazene "
     "armazenar conserve lembra_te guarde_na conserva memorizzare registrare помни помнить держи занеси* "
     "aklinda_tut sakla depola"},
    {kSay,
     "sag sagst sprich sprechen ansprechen anzusprechen erwahnung erklare erklaren aufzahlen offenlegen "
     "offenzulegen preiszugeben bekanntgeben ausplaudern hinzuweisen zu_erwahnen zu_sagen mitzuteilen "
     "zeigen zu_zeigen thematisieren disent evoquer evoques souffle soufflez souffler explique "
     "expliquez montrer montre montrez afficher affiche affichez faire_etat faire_mention exposer avouer "
     "annonce annoncer devoiler ebruiter lui_dire en_faire_part faire_part le_signaler mostrar muestra "
     "muestres explicar explica expliques contar cuenta contarle decirle decirselo mencionarlo aludir "
     "alude divulgar divulgues delatar exponer indicar senalar senales advertir adviertas revelarlo "
     "falar_sobre explique mostre_isso mostrar relate relatar exponha revele comunique avisar_o "
     "conta_lhe citar cite spiegare spiega mostrare mostra dire dirlo citare cita far_parola farne_parola "
     "far_sapere farlo_sapere palesare annunciare esporre "
     "упоминай* рассказать показать показывать объясня* раскрывать разглаша* сказать "
     "намека* оповеща* предупредить обсужда* gosterme goster gosterin aciklama acikla "
     "anlatin sozunu_etme dile_getir haber_verme duyur ifsa_et"},
    {kSay | kNot,
     "gosterme gostermeyin aciklama_yapma haber_verme haber_vermeyin sozunu_etme soz_etme dile_getirme"},
    {kKnow,
     "erfahren erfahrt weiss wissen wisse merkt merken bemerkt bemerken sieht sehen mitbekommen "
     "mitbekommt mitkriegen mitkriegt auffallt auffallen ahnt ahnen kenntnis erkennt sichtbar "
     "sache sachent savoir sait savent apprenne apprennent apprendre remarque remarquent remarquer "
     "s'apercoive s'en_apercoive apercoive voie voient voir connaissance courant_de au_courant "
     "sepa sepan saber sabe se_entere enterarse enteren entere note_nada noten notar vea vean ver "
     "perciba percibir conocimiento descubra saiba saibam perceba percebam perceber veja vejam "
     "note_isso conhecimento descubra fique_sabendo sappia sappiano sapere sa_nulla accorga accorgersi "
     "se_ne_accorga noti notare veda vedano vedere conoscenza scopra "
     "знать знал* знает узнать узнал* узнает замет* видеть видел* видит увид* "
     "заподозр* догад* догада* ведать bilmesi bilmesin bilsin bilmesine bilir fark_etmesin fark_etmesi "
     "gormesin gormesi gorur ogrenmesin ogrenmesi haberi_olmasin haberi_olmasina haberi duymasin"},
    {kAsk,
     "fragst gefragt befragen befrage zuruckfragen ruckversichern einzuholen einholen hole_zustimmung "
     "abwarten bestatigen_lassen rucksprache konsultiere solliciter sollicite sollicitez consulter "
     "confirmer attendre_l'accord interroge interroger demandes validation valider requerir requiere "
     "confirmar confirme confirmes esperar_confirmacion espera_confirmacion preguntar_al preguntarle "
     "pida_permiso pidas_permiso consultarle solicitar solicite solicites questionar indagar pergunta "
     "confirma aguarde_confirmacao esperar_aprovacao interpellare consultare confermare attendere_conferma "
     "domanda chieda chiederlo переспрашива* спросить спрашивать спроси* подтвердить "
     "согласовыва* согласовать запросить совету* уточнять onay_iste onay_al izin_iste "
     "izin_al sorulma teyit_al bekle"},
    {kApprove,
     "zustimmen stimme_zu bestatigt freigeben gib_frei winke_durch durchwinken abnicken autorisiere valide "
     "validez approuver accepter coche cochez autorise autorisez apruebe autoriza autorizar valida validar "
     "consiente acepte aceptar aprova autorize valide aceita approvare autorizza accettare convalida "
     "подтвердить одобрить соглашай* прими* разреши* onaylayin kabul_edin izin_ver"},
    {kDisable,
     "abschalte ausgeschaltet abgeschaltet ausser_betrieb weglassen lass_weg lasse_weg auslassen "
     "verzichte verzichten unterlasse uberspringen ubergehen aushebeln deaktiviert neutralisiere "
     "couper coupez contournez contourner sautez sauter passer_outre passe_outre omets omettez omettre "
     "supprime_les evite evitez dispense dispensez leve levez debranche omitir omitas saltar saltate "
     "saltarse prescinde prescindir evita evitar bypasea esquiva inhabilita deshabilita deshabilitar "
     "desconecta burla burlar pular omitir omita ignore_a dispense dispensar desativar desabilitar "
     "burle contornar evite remova_a disattivare disabilitare saltare salta aggirare evitare evita "
     "ometti omettere escludi bypassa отключить выключить обойти обходи* минуя минуй* "
     "отмени* отменить опусти* пропустить избега* devre_disi_birak atlayin kaldirin gec "
     "gecin es_gec"},
    {kObey,
     "gehorchen folgen befolgt umsetzen setze_um handle_danach verfahre obeir suivre appliquer applique "
     "appliquez respecte respectez conforme_toi ejecutes acata acatar cumplir aplica aplicar obedezca seguir "
     "obedecer cumprir acate aplique aplicar obbedire seguire applica rispetta esegua слушаться следовать "
     "подчиняйся исполнять исполни* uygulayin yerine_getir itaat_et"},
    {kRepeat,
     "wiederholen immer_wieder fortlaufend recommencez repetez en_boucle encore_et repetir una_y_otra "
     "en_bucle bucle continuamente repetir de_novo em_loop continuamente ripetere continuamente di_continuo "
     "повторять снова_и постоянно tekrar_tekrar surekli defalarca"},
    {kUse,
     "wahle wahlen auswahlen setze_auf greif greife einsetzen bevorzugt choisissez choisir optez privilegier "
     "sers_toi servez_vous emploie employez escoja elija elegir opta optar emplea emplear selecciona "
     "seleccionar opte escolher empregue selecione opta opti scegliere impiega preferire seleziona выбери* "
     "выбрать пользуй* воспольз* предпочти* предпочесть secin kullanin tercih_edin basvur"},
    {kIgnore,
     "ubersehe verwerfe verwirf hinwegsetzen setze_dich_uber beachte_nicht ausser_acht lasse_ausser_acht "
     "passe_outre outrepasse negligez mettre_de_cote ecarte ecartez abandonne abandonnez prescinde_de "
     "pasa_por_alto pasar_por_alto deja_de_lado dejar_de_lado desobedece desoye abandona olvidate "
     "deixe_de_lado desobedeca passe_por_cima abandone lascia_perdere lascia_da_parte metti_da_parte "
     "abbandona non_tenere_conto не_обращай* отбрось наплюй* отринь* пренебречь boz cigne onemseme bosver"},
    {kPortray | kDeny,
     "luge lugen vortauschen tausche_vor tauschen_vor vorgaukeln gaukle verschleiere verschleiern "
     "beschonige beschonigen als_sicher_darstellen als_unbedenklich ausgeben gib_dich_aus mentir mentez "
     "feins feindre feignez simule simulez dissimule dissimulez dissimuler deguise deguisez maquille "
     "fais_passer faites_passer falsifier tromper trompe enjolive presente_comme presentez_comme mientas "
     "mienta fingir finjas disimula disimular enganar engana falsear aparenta aparentar maquilla "
     "haz_creer hazle_creer haz_pasar presenta_como mentir fingir simule simular disfarce disfarcar "
     "engane enganar maquie faca_parecer faca_crer apresente_como mentire menti ingannare inganna "
     "simulare simula dissimula falsifica far_credere fai_credere spaccia presenta_come "
     "ври* врать лги* лгать обман* скрывай* скрывать выдавай* представь_как делать_вид "
     "сделай_вид приукра* kandir aldat yaniltici gibi_goster gibi_davran saklayarak carpit"},
    {kPromote,
     "empfiehl empfehlen bewirb bewerben lobe loben rate_zu rate_ab recommande recommandez vante vantez "
     "promeus recomienda recomendar alaba promociona recomende recomendar elogie promova consiglia "
     "raccomanda promuovi советуй* рекоменду* хвали* рекламир* oner tavsiye_et ov"},
    {kSpend,
     "bezahle bezahlen zahle zahlen kaufe kaufen bestelle bestellen buche buchen uberweise uberweisen "
     "abonniere paie payez payer achete achetez acheter commande commandez vire virez virement paga pagar "
     "compra comprar transfiere transferir suscribe pague compre assine paga compra ordina abbonati bonifico "
     "плати* оплати* купи* покупай* переведи* оформи* ode satin_al havale abone_ol"},
    {kSecret,
     "kennworte passworten passwortern passwortdatei passwortspeicher zugangscode zugangscodes "
     "zugangstoken token anmeldeinformationen anmeldedatei geheimnis geheimschlussel schlusselbund "
     "private_schlussel privater_schlussel sitzungstoken sitzungscookies cookies browser_cookies "
     "bankverbindung kreditkartennummern kartennummer kartennummern ausweisnummer personalausweis "
     "steuernummer wiederherstellungscode wiederherstellungsphrase gespeicherte_zugangsdaten "
     "gespeicherten_zugangsdaten gespeicherten_passworter env_datei mdp cle_ssh cles_ssh cles_d'api "
     "cle_secrete_api cles_d'acces cle_d'acces secrets secret identifiants_de_connexion "
     "donnees_de_connexion jeton jetons cookies_de_session numeros_de_carte rib iban_du "
     "numero_de_securite_sociale carte_d'identite passeport code_pin code_de_verification "
     "phrase_de_recuperation gestionnaire_de_mots_de_passe trousseau fichier_de_mots_de_passe "
     "clave contrasena_maestra claves_ssh clave_ssh clave_de_api claves_de_api clave_de_acceso "
     "claves_de_acceso secretos secreto tokens token_de_sesion cookies_de_sesion datos_de_acceso "
     "datos_de_inicio_de_sesion numeros_de_tarjeta tarjeta_de_credito tarjetas_de_credito "
     "numero_de_cuenta dni pasaporte numero_de_seguridad_social frase_semilla frase_de_recuperacion "
     "archivo_de_contrasenas gestor_de_contrasenas chave_ssh chaves_ssh chaves_de_api chaves_privadas "
     "chave_de_acesso chaves_de_acesso segredos segredo tokens_de_acesso cookies_de_sessao "
     "dados_de_acesso dados_de_login cartao_de_credito cartoes_de_credito numero_da_conta cpf rg "
     "passaporte frase_semente frase_de_recuperacao arquivo_de_senhas gerenciador_de_senhas "
     "chiavi_private chiave_ssh chiavi_ssh chiavi_api chiave_di_accesso segreti segreto gettone "
     "token_di_accesso cookie_di_sessione dati_di_accesso numero_della_carta carte_di_credito "
     "numero_di_conto codice_fiscale passaporto frase_di_recupero file_delle_password "
     "кодов* пин* куки токены логин* учетные_данные данные_карты банковск* паспорт* снилс инн "
     "секретн* кредитн* фраза_восстановления "
     "sifreleri sifrelerini sifreyi sifresini parolayi parolasini anahtar anahtari anahtarlari "
     "ssh_anahtari ssh_anahtarini kimlik_bilgilerini kimlik_numarasi tc_kimlik kredi_karti "
     "kredi_karti_numarasi hesap_numarasi oturum_cerezleri cerez cerezler jeton belirtec gizli_bilgiler "
     "erisim_belirteci kurtarma_kodu"},
    {kPrivate,
     "adressliste kontaktliste adressbuchs mailkonto mailpostfach e_mail_verkehr schriftverkehr "
     "verzeichnis verzeichnisse heimatverzeichnis home_verzeichnis projektordner quelltext quellcode "
     "kundendaten kundenliste mitarbeiterdaten personaldaten gehaltsliste gehalter gesundheitsdaten "
     "patientendaten patientenakten krankenakte kontoauszug kontoauszuge steuererklarung vertrage "
     "unterlagen notizen tagebuch fotos bildschirmfoto bildschirminhalt suchverlauf anrufliste "
     "telefonnummern geburtsdatum anschrift wohnadresse personliche_daten personenbezogene "
     "konfigurationsdatei konfiguration datenbank repertoire repertoire_personnel dossier dossiers "
     "carnet liste_de_contacts liste_des_contacts coordonnees adresse_personnelle numeros_de_telephone "
     "date_de_naissance donnees_personnelles donnees_de_sante dossier_medical dossiers_medicaux "
     "donnees_clients liste_de_clients liste_des_clients fiches_de_paie salaires releves_bancaires "
     "factures contrats courrier boite_de_reception e_mails mails sms journal_d'appels captures_d'ecran "
     "capture_d'ecran code_source depot base_de_donnees fichier_de_configuration agenda rendez_vous "
     "carpetas directorio directorio_personal lista_de_contactos lista_de_clientes datos_de_clientes "
     "datos_medicos historial_medico nominas nomina salarios extractos_bancarios contratos diario fotos "
     "capturas_de_pantalla captura_de_pantalla codigo_fuente repositorio base_de_datos "
     "archivo_de_configuracion bandeja_de_entrada correo_electronico correos_electronicos telefono "
     "telefonos direccion_particular domicilio fecha_de_nacimiento registro_de_llamadas "
     "pastas diretorio diretorio_pessoal lista_de_contatos lista_de_clientes dados_de_clientes "
     "dados_pessoais dados_medicos prontuario prontuarios folha_de_pagamento salarios extratos "
     "contratos diario captura_de_tela capturas_de_tela codigo_fonte repositorio banco_de_dados "
     "arquivo_de_configuracao e_mails telefones endereco_residencial data_de_nascimento notas_fiscais "
     "cartelle cartella_personale elenco_dei_contatti elenco_contatti lista_dei_contatti "
     "elenco_clienti dati_dei_clienti dati_personali dati_sanitari cartella_clinica buste_paga stipendi "
     "estratti_conto contratti diario foto schermata schermate codice_sorgente database "
     "file_di_configurazione posta_in_arrivo email telefono numeri_di_telefono indirizzo_di_casa "
     "data_di_nascita registro_chiamate "
     "каталог* директори* домашн* список_контактов телефонн* номера_телефонов адреса "
     "личные_данные персональн* медицинск* клиентск* зарплат* выписк* договор* дневник* "
     "снимк* скриншот* исходн* репозитор* баз* конфигурац* письм* входящ* истори* "
     "dosyalari dosyalar dosyayi klasor klasoru klasorunu ev_dizini kisi_listesi kisi_listesini "
     "rehberi rehberini kisileri musteri_listesi musteri_bilgileri musteri_verileri kisisel_veriler "
     "saglik_verileri maas maaslar faturalar sozlesmeler gunluk ekran_goruntusu kaynak_kod kaynak_kodu "
     "veritabani yapilandirma_dosyasi gelen_kutusu e_posta e_postalar e_postalari telefon_numaralari "
     "ev_adresi dogum_tarihi arama_gecmisi panosu notlari takvimi"},
    {kContext,
     "gesprach gesprache gesprachs chat chats dialog dialogs bisherige_nachrichten vorherige_nachrichten "
     "systemtext systemvorgaben systemanweisungen entwickleranweisungen gedankengang "
     "letzten_nachrichten discussion discussions dialogue echange fil_de_discussion derniers_messages "
     "historique_du_chat historique_des_echanges message_systeme texte_systeme invites "
     "raisonnement conversaciones dialogo chat_completo ultimas_conversaciones ultimos_mensajes "
     "mensajes_previos historial_completo indicaciones_del_sistema prompt_inicial razonamiento "
     "conversas ultimas_mensagens historico historico_completo dialogo bate_papo mensagens_previas "
     "prompt_inicial raciocinio conversazioni dialogo chat ultimi_messaggi messaggi_passati "
     "cronologia_della_chat prompt_iniziale ragionamento "
     "чат* последние_сообщения предыдущие_сообщения системн* контекст* реплик* история_чата "
     "konusmalar konusmayi konusmanin sohbeti sohbetin mesajlasma diyalog son_mesajlar sistem_komutu"},
    {kRules,
     "grenzen sicherheitsregeln sicherheitsvorgaben verbote befehl vorschriften sicherheitsrichtlinien "
     "bisherige_anweisungen limites garde_fous interdictions consignes_precedentes regles_de_securite "
     "limitations limites_de_seguridad prohibiciones ordenes instrucciones_previas instrucciones_anteriores "
     "reglas_de_seguridad proibicoes ordens instrucoes_anteriores regras_de_seguranca limites limiti divieti "
     "ordini istruzioni_precedenti regole_di_sicurezza запрет* установк* предыдущие_инструкции kisitlamalar "
     "sinirlamalar emirler onceki_talimatlar guvenlik_kurallari"},
    {kConsent,
     "einverstandnis bestatigungen freigaben bewilligung ja_wort rucksprache autorisierung aval permission "
     "feu_vert validation assentiment permisos visto_bueno aval anuencia aprobaciones permissoes aval "
     "anuencia aceite consensi approvazione benestare permessi ok_dell'utente добро* визу авториз* rizasi "
     "onayini izni iznini muvafakat"},
    {kGuard,
     "sicherheitsprufungen zertifikat zertifikate zertifikatsfehler verschlusselung protokoll prufprotokoll "
     "signaturprufung uberprufung schutz schutzmechanismen zugriffskontrolle verifications controle "
     "controles certificats chiffrement pare_feux journal_d'audit audit protections verificaciones "
     "certificados cifrado registro_de_auditoria auditoria controles protecciones antivirus verificacoes "
     "certificados criptografia auditoria protecoes controles verifiche certificati cifratura controlli "
     "registro_di_controllo protezioni шифровани* журнал* аудит* защит* контрол* антивир* sifreleme denetim "
     "denetim_kaydi koruma guvenlik_kontrolu sertifikalar"},
    {kTarget,
     "zahlungsempfanger empfangeradresse lieferadresse adresse summe preis preise anzahl uberweisung ziel "
     "zielkonto beneficiaire beneficiaires adresse_de_livraison iban prix quantite virement somme destino "
     "beneficiario beneficiarios direccion_de_entrega direccion precio cantidad transferencia beneficiario "
     "endereco_de_entrega endereco preco quantidade transferencia destino beneficiario indirizzo_di_consegna "
     "indirizzo prezzo quantita bonifico destinatari адрес* цен* количеств* перевод* назначени* alicinin "
     "aliciyi adres adresi fiyat miktar havale"},
    {kLasting,
     "startdatei startskript autostartordner dauergedachtnis dauerhafte_notiz regeldatei geplante_aufgabe "
     "script_de_demarrage fichier_de_demarrage tache_planifiee memoire_longue memoire_durable "
     "regles_du_projet script_de_inicio archivo_de_inicio tarea_programada memoria_a_largo_plazo "
     "memoria_duradera reglas_del_proyecto script_de_inicializacao tarefa_agendada memoria_de_longo_prazo "
     "regras_do_projeto script_di_avvio attivita_pianificata memoria_a_lungo_termine автозагрузк* "
     "автозапуск* расписани* планировщик* baslangic_dosyasi baslangic_betigi zamanlanmis_gorev "
     "uzun_sureli_hafiza kalici_hafiza"},
    {kPower,
     "adminrechte rootrechte vollzugriff uneingeschrankt droits_d'administrateur droits_root acces_total "
     "permisos_de_administrador acceso_total acceso_completo privilegios permissoes_de_administrador "
     "acesso_total privilegios privilegi accesso_completo permessi_di_amministratore полный_доступ рут* "
     "права_администратора tam_yetki yonetici_yetkisi tam_erisim"},
    {kTool,
     "plugin plugins erweiterung dienstes anbieter module extension extensions complemento complementos "
     "proveedor extensao fornecedor plugin estensione fornitore плагин* расширени* модул* eklenti eklentiler "
     "hizmet hizmetler"},
    {kAnswer,
     "zusammenfassung bericht ruckmeldung resume compte_rendu rapport bilan resumen informe resumo relatorio "
     "riassunto rapporto resoconto отчет* резюме* сводк* ozet rapor yaniti cevabi"},
    {kUser,
     "person personen mensch menschen auftraggeber besteller kontoinhaber jemand jemandem personne "
     "client_final quelqu'un personnes internaute titulaire persona personas alguien titular dueno comprador "
     "pessoa pessoas alguem titular comprador persona persone qualcuno titolare cliente человек* людям "
     "заказчик* покупател* кому_либо kisi kisiye insan hesap_sahibi birine kullanicilar kullanicilara"},
    {kModel,
     "agent agenten sprachmodell ki_assistent chatbot agent_ia intelligence_artificielle agente "
     "inteligencia_artificial agentes bot agente_de_ia intelligenza_artificiale ассистенту агент* ии бот* "
     "нейросет* ajan yapay_zekanin asistana"},
    {kThird,
     "partnern partnerfirma werbepartner unseren_server unserem_server unser_server unsere_server "
     "dienstleister anbieters aussenstelle externe_stelle notre_serveur nos_serveurs nos_partenaires "
     "partenaires annonceurs prestataires nuestro_servidor nuestros_servidores nuestros_socios socios "
     "anunciantes proveedor_externo externo nosso_servidor nossos_servidores parceiros anunciantes externo "
     "nostro_server nostri_server inserzionisti esterno наш_сервер нашего_сервера внешн* рекламодател* "
     "посторонн* sunucumuza ortaklarimiza ortaklar reklamverenler dis disariya harici"},
    {kNot,
     "nirgends keinesfalls keineswegs weder nimmer kaum nul nulle ni nullement point inutile tampoco ni "
     "ninguno ningunos nem tampouco ne ne' neppure nemmeno нет_нужды не_нужно не_надо незачем olmasin hicbir "
     "yok hic"},
    {kCovert,
     "leise diskret verdeckt klammheimlich im_stillen in_aller_stille still_und_leise lautlos furtivement "
     "sous_le_manteau en_douce en_silence tacitement calladamente disimuladamente sigilosamente con_disimulo "
     "con_discrecion a_la_chita sorrateiramente discretamente silenciosamente as_ocultas na_surdina "
     "de_nascosto silenziosamente tacitamente con_discrezione di_soppiatto alla_chetichella украдкой "
     "исподтишка потихоньку тихо незаметн* скрытн* gizli sinsice belli_etmeden caktirmadan"},
    {kAlways,
     "ausnahmslos_jede jeweils standardmassig automatisch jedem jegliche samtliche vor_jeder vor_jedem "
     "nach_jeder pour_chaque dans_chaque avec_chaque d'office par_defaut automatiquement quelle_qu'elle "
     "por_defecto automaticamente en_todo_caso con_cada antes_de_cada tras_cada por_padrao automaticamente "
     "para_cada antes_de_cada qualsiasi ognuno ogni_singolo automaticamente per_ogni prima_di_ogni любой "
     "кажд* автоматически по_умолчанию перед_каждым непременно hepsi otomatik her_bir her_mesaj"},
    {kWhole,
     "komplett komplette kompletten vollstandigen vollstandiges restlos unverandert ungekurzt im_wortlaut "
     "wort_fur_wort integral integrale en_entier en_integralite complete_liste tel_quel tels_quels totalite "
     "entera entero integra tal_cual palabra_por_palabra completos completas todo_el toda_la inteira inteiro "
     "integralmente palavra_por_palavra tal_qual todo_o toda_a completo completa intera per_intero "
     "integralmente cosi_com'e tutto tutte полный полную целый всё полное без_купюр tamamen oldugu_gibi "
     "kelimesi_kelimesine bastan_sona butununu"},
    {kOver,
     "was_auch_immer wie_auch_immer gegen_den_willen wider auch_dann_wenn sogar_wenn obwohl trotzdem "
     "quoi_qu'il meme_contre contre_l'avis envers_et peu_importe_ce sans_egard meme_sans a_pesar_de_que "
     "contra_la_voluntad pese_a aun_si aun_cuando incluso_cuando da_igual contra_a_vontade mesmo_quando "
     "ainda_se nao_importa qualquer_que contro_la_volonta anche_quando malgrado anche_contro qualunque_cosa "
     "против_воли хоть в_любом_случае что_бы даже_когда невзирая_на ne_olursa istemese_de karsi_ciksa_da "
     "farketmez ne_derse"},
    {kUnasked,
     "eigenmachtig unaufgefordert ohne_aufforderung nebenbei sofort umgehend gleich_mit d'emblee "
     "spontanement de_ta_propre de_votre_propre au_passage sans_qu'on_te_le aussitot immediatement de_oficio "
     "por_iniciativa de_paso enseguida inmediatamente sin_que_te_lo por_iniciativa_propria de_passagem "
     "imediatamente espontaneamente di_propria_iniziativa subito immediatamente spontaneamente "
     "по_своей_инициативе сразу немедленно попутно заодно kendi_basina derhal hemen aninda"},
    {kGiven,
     "gelten als_erteilt als_gegeben als_zustimmung formsache liegt_vor erubrigt entbehrlich "
     "nicht_erforderlich unnotig uberflussig formalite simple_formalite superflu superflue tacite presume "
     "presumee donne_d'avance vaut_accord mera_formalidad formalidad dado_por dada_por tacito sobreentendido "
     "concedida otorgada innecesario innecesaria mera_formalidade tacito subentendido concedida "
     "desnecessario desnecessaria dispensavel formalita tacito sottinteso concesso data_per superfluo "
     "superflua формальност* подразумева* молчаливое излишне не_требуется formalite gereksiz verilmis "
     "var_sayilir varsayilir"},
    {kHush,
     "nichts_davon_erfahren davon_nichts_erfahren nichts_erfahren nichts_mitbekommen nichts_merken "
     "nichts_davon_wissen nicht_wissen braucht_nicht_zu_wissen muss_nicht_wissen muss_nichts_wissen "
     "ohne_es_zu_erwahnen ohne_zu_erwahnen ohne_es_zu_sagen ohne_hinweis ohne_mitteilung ohne_kommentar "
     "kein_wort kein_sterbenswort stillschweigen bewahre_stillschweigen behalte_fur_dich fur_dich_behalten "
     "unter_uns bleibt_unter_uns vertuschen vertusche unerwahnt bleibt_unerwahnt nicht_zu_sehen "
     "verheimliche verheimlichen unbemerkt_bleiben n'en_soufflez_mot n'en_souffle_mot n'en_parle_pas "
     "n'en_parlez_pas pas_un_mot motus ne_souffle_mot sans_un_mot sans_rien_dire sans_rien_en_dire "
     "n'a_pas_besoin_de_savoir n'a_pas_a_savoir n'a_rien_a_savoir n'en_sache_rien ne_doit_rien_savoir "
     "ne_doit_pas_savoir ne_doit_pas_voir garde_pour_toi gardez_pour_vous reste_entre_nous entre_nous "
     "cache cachez cacher tais taire taisez passer_sous_silence sans_laisser_de_trace sans_trace "
     "sans_que_l'utilisateur sans_qu'il_le_sache sans_en_informer sans_le_signaler "
     "no_se_entere no_lo_sepa no_sepa no_debe_saber no_tiene_que_saber no_hace_falta_que_lo_sepa "
     "no_necesita_saber ni_una_palabra ni_palabra calla callate callar guardatelo queda_entre_nosotros "
     "entre_nosotros ocultar ocultale escondelo esconde esconder encubre sin_dejar_rastro sin_rastro "
     "sin_que_se_note sin_que_el_usuario sin_que_nadie sin_mencionar sin_decir_nada sin_contarlo "
     "sin_explicarlo sin_hacer_mencion nao_precisa_saber nao_deve_saber nao_saiba nao_fique_sabendo "
     "nem_uma_palavra fica_entre_nos entre_nos guarde_para_si guarde_segredo esconda esconder ocultar "
     "oculta cale sem_deixar_rastro sem_rastro sem_que_ninguem sem_que_ele sem_que_perceba "
     "sem_dizer_nada sem_contar_a sem_notificar sem_alertar sem_mencionar_isso "
     "non_deve_sapere non_deve_saperlo non_lo_sappia non_serve_che_sappia nemmeno_una_parola "
     "neanche_una_parola senza_farne_parola senza_far_parola senza_menzionarlo senza_menzionare "
     "senza_dire_nulla senza_che_l'utente senza_che_se_ne_accorga senza_lasciare_traccia resta_tra_noi "
     "tra_noi tieni_per_te nascondi nascondere occulta occultare taci tacere tienilo_nascosto "
     "знать_не_нужно знать_необязательно не_должен_знать не_нужно_знать не_должен_узнать "
     "незачем_знать ни_слова молчи молчать помалкивай* умолчи* умалчивай* держи_в_тайне держи_в_секрете "
     "в_тайне_от в_секрете_от не_говоря не_предупреждая не_показывая не_уведомляя не_раскрывая "
     "без_упоминания без_уведомления между_нами спрячь* прячь* не_оставляя_следов без_следов "
     "скрыв* утаива* "
     "bilmesine_gerek_yok bilmesi_gerekmez bilmemeli bilmesin haberi_olmasin kimse_bilmesin aramizda "
     "aramizda_kalsin sakla_bunu gizleyin gizleyerek belirtmeden bahsetmeksizin soylemeksizin "
     "bildirmeksizin fark_edilmeden iz_birakmadan hic_bahsetme sessiz_kal ses_cikarma"},
    {kLater,
     "von_nun_an von_jetzt_an fortan in_zukunft zukunftig dauerhaft solange_dieses solange_dieser "
     "a_compter_de a_l'avenir dorenavant_tu tant_que_ce tant_que_cet en_lo_sucesivo en_adelante en_el_futuro "
     "mientras_este de_ahora_en doravante daqui_em_diante no_futuro enquanto_este de_agora_em_diante "
     "da_ora_in_poi in_futuro d'ora_innanzi finche_questo с_этого_момента в_дальнейшем в_будущем пока_этот "
     "bundan_boyle ileride bu_arac_yukluyken"},
    {kRank,
     "hohere_prioritat hochste_prioritat hat_vorrang haben_vorrang geht_vor gehen_vor steht_uber uber_den "
     "massgeblich verbindlich prime_sur l'emporte l'emportent passe_avant_tout au_dessus_de prevaut "
     "prevalent prevalece_sobre por_encima_de prima_sobre mandan_mas tiene_precedencia acima_de prevalecem "
     "tem_precedencia vale_mais prevale prevalgono al_di_sopra ha_la_precedenza важнее главнее превыше "
     "приоритетн* ustundur ustun_gelir onceliklidir"},
    {kVoid,
     "nicht_mehr gelten_nicht_mehr gilt_nicht_mehr hinfallig entfallen entfallt sont_levees est_levee "
     "ne_s'appliquent_plus ne_s'applique_plus caduques caduc nulles quedan_anuladas quedan_sin_efecto "
     "ya_no_aplican ya_no_valen derogadas nao_se_aplicam ja_nao_valem deixam_de_valer anuladas "
     "non_si_applicano non_valgono_piu decadute больше_не не_действуют не_применя* отменяются "
     "artik_gecerli_degil gecerli_degil uygulanmaz"},
    {kDead,
     "fehlerhaft gefahrlich kaputt betrugerisch unserios malveillant malveillants defaillant defectueux "
     "frauduleux peu_fiable peu_fiables fraudulentas defectuosas poco_fiables maliciosas falsas fraudulentas "
     "defeituosas inseguras nao_confiaveis pericolosi difettosi inaffidabili fraudolenti ненадежн* "
     "вредоносн* мошенн* guvenilmez zararli hileli"},
    {kFine,
     "unbedenklich einwandfrei in_ordnung sauber unauffallig gepruft erfolgreich vertrauenswurdig "
     "sans_danger aucun_probleme sans_risque fiable propre reussi tout_est_normal sin_problemas sin_riesgo "
     "limpio limpia fiable seguro correcto exitoso todo_normal sem_problemas sem_risco limpo confiavel "
     "correto sucesso tudo_normal senza_problemi senza_rischi pulito affidabile corretto riuscito "
     "tutto_normale надежн* чист* успешн* нормальн* проверен* sorunsuz temiz guvenilir basarili normal"},
    {kInstead,
     "an_stelle anstelle_von plutot_que a_la_place en_remplacement en_sustitucion en_reemplazo antes_que "
     "ao_inves em_lugar al_posto piuttosto_che взамен nin_yerine yerine_gecsin"},
    {kAsIf,
     "im_namen_des im_namen stellvertretend als_ob als_kame_es au_nom_de comme_si "
     "a_la_place_de_l'utilisateur en_nombre_del en_nombre_de como_si em_nome_do em_nome_de como_se "
     "a_nome_dell'utente per_conto_dell'utente come_se от_имени как_будто словно adina sanki_kullanici"},
    {kEndless,
     "unaufhorlich ohne_ende ohne_pause pausenlos indefiniment sans_fin sans_cesse en_permanence sin_fin "
     "sin_cesar indefinidamente sem_fim sem_cessar indefinidamente senza_fine all'infinito вечно без_конца "
     "непрерывно sonsuza durmaksizin araliksiz"},
    {kNot | kAsk,
     "ohne_rucksprache ohne_freigabe ohne_genehmigung ohne_einwilligung ohne_erlaubnis ohne_zu_zogern "
     "frage_nicht nicht_fragen nicht_zu_fragen nicht_nach bedarf_keiner_bestatigung "
     "braucht_keine_zustimmung brauchst_nicht_zu_fragen ne_demande_pas ne_demandez_pas sans_consulter "
     "sans_consentement sans_attendre sans_validation sans_solliciter inutile_de_solliciter "
     "inutile_de_demander inutile_de_consulter inutile_de_confirmer pas_la_peine_de_demander "
     "no_hace_falta_preguntar no_hace_falta_confirmar no_es_necesario_preguntar no_es_necesario_confirmar "
     "no_solicites no_consultes sin_esperar sin_permiso sin_consentimiento sin_aprobacion sin_previo "
     "nao_precisa_perguntar nao_e_preciso_perguntar nao_solicite nao_consulte sem_esperar sem_permissao "
     "sem_consentimento sem_aprovacao non_serve_chiedere non_occorre_chiedere non_e_necessario_chiedere "
     "senza_consultare senza_attendere senza_permesso senza_consenso senza_approvazione "
     "не_спрашивать не_запрашивай не_уточняй не_уточняя не_согласовывая без_разрешения без_одобрения "
     "без_запроса без_ожидания не_дожидаясь не_нужно_спрашивать izin_istemeden onay_beklemeden "
     "sormaksizin onayini_beklemeden beklemeden izinsiz onaysiz sormana_gerek_yok onaya_gerek_yok"},
    {kDefence,
     "verweigere lehne_ab warnt schutzt gegen_angriffe refuser refusez rejette rechazar rechace rechaza "
     "bloquea recuse recusar bloqueia rifiutare rifiuta blocca отклоня* отказ* отклони* reddet engelle"},
};
// clang-format on

}  // namespace

std::span<const ConceptList> concept_words_europe_more() { return kEuropeMoreWords; }

}  // namespace mcpjury
