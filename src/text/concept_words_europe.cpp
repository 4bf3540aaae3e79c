// German, French, Spanish, Portuguese, Italian, Russian and Turkish. Accents are left out, as the reader of
// a text drops them too; a trailing * stands for any ending.
#include "text/concepts.h"

namespace mcpjury {
namespace {

using namespace sense;

// clang-format off: lists of words
constexpr ConceptList kEuropeWords[] = {
    {kGet,
     "lies lesen oeffne oeffnen zu_offnen offne offnen holen hole auslesen sammle sammeln suche abrufen "
     "kopiere kopieren lis lisez lire ouvre ouvrez recupere recuperez recuperer lister liste va_chercher "
     "cherche collecte collectez lee leer lea abre abrir recopila recoge obten obtener busca recupera "
     "copia leia ler abra colete obtenha busque copie leggi leggere apri raccogli recuperare trova "
     "прочита* читай* открой* собери* найди* получи* извлек* "
     "скопируй* прочти* oku okuyup oku_ve ac topla kopyala al durchsuche durchsuchen "
     "ermittle ermitteln abgreifen beschaffe besorge einsehen recherchez fouille fouillez extrais "
     "extraire consulte parcours busca_en localiza extrae recopilar localize procure extraia vasculhe "
     "cerca estrai preleva scarica просмотри* извлеки* возьми* загляни* "
     "изучи* ara bul getir incele"},
    {kCarry,
     "fuge fugen eintragen einsetzen einzusetzen mitzuschicken mitschicken ubergib ubergeben anhangen "
     "hange schreibe schreiben einfugen beilegen angeben mitgeben recopie recopier colle collez joins "
     "joignez inclus incluez inclure transmets transmettez insere inserez ajoute ajoutez mets mettez "
     "ecris copie passe_le pega pegar incluye incluir adjunta adjuntar escribe escribir pon inserta "
     "insertar copia anade pasa cole colar inclua anexe anexar escreva coloque insira passe inserisci "
     "inserire incolla includi allega scrivi metti встав* включи* добав* укажи* "
     "впиши* приложи* запиши* передай* вложи* yaz yapistir ekle koy ilet "
     "gib_an gib_mit trage_ein setze_ein packe lege_bei erganze ubernimm hinzufugen renseigne renseignez "
     "indique indiquez fournis fournissez place place_le introduce introduzca rellena completa coloca "
     "agrega facilita preencha informe_no forneca acrescente adicione ponha compila riporta aggiungi "
     "fornisci passa укажите помести* внеси* подставь* припиши* "
     "приложите gir doldur belirt aktar"},
    {kSend,
     "sende senden schicke schicken mitzuschicken weiterleiten leite leitet ubermitteln ubermittle "
     "hochladen ubertrage ubertragen versende weitergeben envoie envoyez envoyer transmets transmettez "
     "transmettre transfere transferez televerse partage partagez envia enviar envie envialo reenvia "
     "reenviar manda mandar transmite transmitir sube subir comparte se_comparte publica encaminhe mande "
     "transmita publique publicadas compartilhe invia inviare inoltra trasmetti carica ne_manda "
     "отправ* перешл* передай* передать загруз* выгруз* "
     "пересыл* посылай* послать gonder gonderir gonderin ilet yukle paylas "
     "weitergeleitet gesendet geschickt ubermittelt hochgeladen weitergegeben gehen_an versendet "
     "weiterzuleiten envoye envoyee envoyes envoyees transmis transmise part partent expedie enviado "
     "enviada enviados enviadas reenviado compartido compartida remite remitir difunde encaminhada "
     "encaminhar repasse repassar inviato inviata inviati inoltrato trasmesso spedisci "
     "отправляй* отправляется отправлено пересылай* "
     "передается передаются gonderilir iletilir gonderilsin yolla aktarilir"},
    {kChange,
     "ersetze ersetzen andere andern einsetzen einzusetzen umleiten austauschen tausche setze setzen "
     "remplace remplacez remplacer modifie modifiez change redirige mettez sustituye sustituir reemplaza "
     "cambia cambiar modifica troque trocar substitua substituir altere mude redirecione sostituisci "
     "sostituire reindirizza замен* измен* подмен* перенаправ* degistir "
     "yonlendir ersetzt geandert umgeleitet uberschreibe abandern abgeandert remplacez_le substitue "
     "substituez detourne modifier changez altera reemplazar sustituyendo cambiando redirigir desvia "
     "alterar desvie trocando cambiare dirotta подставь* перепиши* измените "
     "degistirin yerine_yaz"},
    {kDelete,
     "losche loschen entferne entfernen supprime supprimez supprimer efface elimina eliminar borra "
     "borrar apague apagar exclua cancella удал* сотри* sil silin kaldir"},
    {kRun,
     "fuhre ausfuhren starte starten execute executez executer lance lancez ejecuta ejecutar executar "
     "rode esegui eseguire avvia запуст* выполн* calistir yurut"},
    {kStore,
     "schreibe speichere speichern merke trage inscris inscrivez enregistre enregistrez ecris ajoute "
     "ecrivez guarda guardar escribe anade registra grave guarde salve escreva registre adicione scrivi "
     "salva memorizza запиш* сохран* запомни* добав* kaydet yaz ekle hatirla "
     "hinterlege hinterlegen verankere merke_dir notiere note_dans memorise retiens enregistre_dans "
     "anota memoriza recuerda guarda_en anote memorize lembre grave_em annota ricorda внеси* "
     "впиши* hafizana_al not_et"},
    {kSay,
     "sage sagen erwahne erwahnen mitteilen informiere informieren nenne nennen verrate verraten melde "
     "melden zeige anzeigen dis dites dire mentionne mentionnez mentionner parler en_parler informe "
     "informez informer signale signalez revele revelez previens affirme affirmez decir digas diga di "
     "menciona menciones mencionar informes informar avises avisar comentes comentar comentarlo reveles "
     "mencione conte contar dizer avise mostre va_detto dirgli menziona menzionare informare avvisare "
     "rivelare сообщай* сообщ* говори* упомина* расскаж* уведом* "
     "информир* отвечай* скажи* раскры* soyle soyleme bildir bahset anlat "
     "belirt erzahle erzahlen preisgeben verschweige verschweigen hinweisen hinweis_geben bekannt_geben "
     "avertis avertir prevenir prevenez evoque evoquez divulguer reveler mentionnes notifier notifica "
     "notificar notifiques cuentes revelar hables hablar comunica comunicar comuniques conte_isso "
     "comente fale falar notifique parlare accenni accennare comunicare segnalare parlarne dica "
     "говорить сообщать упоминать показывай* рассказывай* "
     "предупрежда* haber_ver bahsetmeden bildirmeden"},
    {kSay | kNot, "soyleme soylemeyin bildirme bildirmeyin bahsetme bahsetmeyin anlatma belirtme"},
    {kAsk,
     "frage fragen nachfragen nachfrage ruckfrage ruckfragen bestatigung zu_fragen demande demandez "
     "demander pregunta preguntar preguntes pedir pidas pide consultar pergunte perguntar peca chiedi "
     "chiedere domandare спрашива* спрос* запрашива* запрос* уточн* sor "
     "sorma sorun danis"},
    {kAsk | kNot, "sorma sormayin sormadan danismadan"},
    {kApprove,
     "genehmige genehmigen bestatige approuve approuvez accepte acceptez aprueba aprobar acepta marca "
     "aprove aprovar aceite marque approva accetta segna подтверж* одобр* соглаш* "
     "onayla kabul_et"},
    {kDisable,
     "deaktiviere deaktivieren abschalten abzuschalten ausschalten schalte umgehe umgehen uberspringe "
     "desactive desactivez desactiver coupe contourne desactiva desactivar desactives omite salta elude "
     "desative desligue desabilite pule contorne disattiva disabilita aggira отключ* выключ* "
     "обойд* обход* пропус* devre_disi kapat atla setze_ausser_kraft hebe_auf schalte_ab "
     "schalte_aus unterdrucke neutralise neutralisez eteins ignore_les saute anula anular apaga suprime "
     "quita ignora_las suprima remova desconsidere_as spegni rimuovi sopprimi сними* "
     "деактивир* игнорир* iptal_et durdur"},
    {kObey,
     "befolge befolgen gehorche ausfuhren folge obeis obeissez suis suivez execute obedece obedeces "
     "obedecer sigue cumple obedeca siga cumpra obbedisci segui esegui подчин* слушай* "
     "выполня* следуй* исполн* uygula uy itaat"},
    {kRepeat,
     "wiederhole endlos erneut repete recommence sans_arret repite vuelve_a em_laco repita ripeti "
     "повтор* tekrarla"},
    {kUse,
     "verwende verwenden zu_verwenden benutze benutzen nutze utilise utilisez utiliser choisis usa usar "
     "use utiliza utilizar elige consulta consulte consultes chame utilize escolha utilizza scegli "
     "использ* выбирай* вызывай* применя* kullan cagir sec greife_zuruck "
     "nimm nimmst aufrufen rufe bevorzuge bevorzugen privilegie privilegiez preferez appelle appelez "
     "recours escoge prefiere llama invoca recurre prefira escolha_sempre invoque recorra preferisci "
     "chiama предпочита* обращайся* вызови* tercih_et"},
    {kIgnore,
     "ignoriere ignorieren vergiss vergessen missachte ubergehe ignore ignorez oublie oubliez oublier "
     "fais_abstraction faites_abstraction ne_tiens_pas_compte neglige ignora ignorar olvida olvidar "
     "descarta desatiende haz_caso_omiso esqueca esquecer desconsidere desconsiderar despreze ignorare "
     "dimentica trascura non_seguire игнорир* забудь* забыть пренебрег* "
     "не_следуй* отбрось* yok_say yok_sayin gormezden_gel unut dikkate_alma"},
    {kPortray | kDeny,
     "leugne stelle_dar stelle nie nier il_faut_nier affirme affirmez pretends fais_croire niega finge "
     "afirma negue finja afirme diga_que nega fingi отрицай* притвор* утвержд* "
     "inkar_et yalan como_se_nada_fosse behaupte behaupten leugnen streite_ab bestreite tue_so pretendez "
     "fais_semblant faites_comme_si mens assure assurez asegura aseguras finge_que niegalo miente "
     "garante garanta negue_isso minta assicura fingere negare утверждай* уверяй* "
     "делай_вид* солги* yalan_soyle iddia_et sanki"},
    {kSecret,
     "passwort passworter kennwort kennworter administratorkennwort zugangsdaten anmeldedaten schlussel "
     "schlusseldatei privaten_schlussel tresor umgebungsvariablen kreditkarte kreditkartennummer "
     "bankdaten geheimnisse mot_de_passe mots_de_passe cle_d'api cle_api cles_api cle_privee "
     "cles_privees identifiants carte_bancaire variables_d'environnement contrasena contrasenas "
     "clave_privada claves_privadas clave_api claves credenciales datos_de_pago tarjeta "
     "variables_de_entorno senha senhas chave_privada chave_api credenciais certificado_digital extrato "
     "cartao variaveis_de_ambiente password chiave_privata chiavi credenziali carta_di_credito "
     "variabili_d'ambiente пароля* парол* секрет* ключ* токен* учетн* "
     "sifre sifreler sifresi parola parolalar api_anahtari gizli_anahtar kimlik_bilgileri "
     "sifre_dosyasini geheimzahl pin_code kontodaten kartendaten kreditkartendaten sicherheitscode "
     "tan_nummer zugangsschlussel api_schlussel ssh_schlussel privatschlussel cle_secrete cles_secretes "
     "code_secret coordonnees_bancaires numero_de_carte donnees_bancaires jeton_d'acces jetons_d'acces "
     "clave_secreta numero_de_tarjeta datos_bancarios codigo_de_verificacion token_de_acceso "
     "llave_privada claves_api numero_do_cartao dados_bancarios codigo_de_verificacao token_de_acesso "
     "chave_de_api senhas_salvas codice_segreto numero_di_carta dati_bancari chiave_api "
     "codice_di_verifica credenziali_di_accesso номер_карты код_подтверждения "
     "реквизит* kart_numarasi banka_bilgileri dogrulama_kodu erisim_anahtari ozel_anahtar"},
    {kPrivate,
     "datei dateien inhalt inhalte ordner postfach posteingang kontakte nachrichten dokumente "
     "zwischenablage rechnungen adressen fichier fichiers contenu dossier_personnel boite_mail contacts "
     "documents courriels presse_papiers archivo archivos contenido carpeta correo correos contactos "
     "documentos historial citas datos_personales arquivo arquivos conteudo pasta caixa_de_entrada "
     "contatos fotos file contenuto cartella posta contatti documenti bolletta файл* "
     "содержим* папк* почт* контакт* переписк* документ* смс "
     "dosya dosyasini icerik icerigini belgeler belgelerindeki rehber kisiler fotograflar adressbuch "
     "browserverlauf standort bilder kalender zwischenablageninhalt kontakte_liste mails e_mails "
     "carnet_d'adresses historique_de_navigation position photos calendrier messagerie courriel "
     "fichiers_personnels libreta_de_direcciones historial_de_navegacion ubicacion calendario "
     "portapapeles mensajes facturas agenda_de_contactos historico_de_navegacao localizacao "
     "area_de_transferencia mensagens rubrica cronologia_di_navigazione posizione appunti messaggi "
     "fatture адресн* буфер* календар* местоположени* сообщени* "
     "фотограф* заметк* adres_defteri konum takvim pano mesajlar mesajlari notlar"},
    {kContext,
     "gesprachsverlauf chatverlauf unterhaltung unterhaltungsverlauf systemanweisung systemprompt "
     "verlauf systemnachricht conversation echanges historique invite_systeme prompt_systeme "
     "conversacion historial_de_chat mensajes_anteriores prompt_del_sistema conversa "
     "historico_da_conversa prompt_do_sistema mensagens_anteriores conversazione cronologia "
     "prompt_di_sistema переписк* диалог* разговор* sohbet konusma sohbet_gecmisi "
     "sistem_istemi konusma_gecmisi bisherige_unterhaltung gesamte_unterhaltung komplette_unterhaltung "
     "bisheriges_gesprach nachrichtenverlauf l'historique_de_la_conversation toute_la_conversation "
     "messages_precedents consignes_systeme instructions_systeme toda_la_conversacion "
     "historial_de_la_conversacion mensaje_de_sistema instrucciones_del_sistema toda_a_conversa "
     "historico_do_chat mensagem_do_sistema instrucoes_do_sistema tutta_la_conversazione "
     "messaggi_precedenti messaggio_di_sistema istruzioni_di_sistema весь_диалог "
     "вся_беседа бесед* системная_инструкция tum_konusma "
     "onceki_mesajlar sistem_mesaji sistem_talimati"},
    {kRules,
     "anweisung anweisungen regeln vorgaben richtlinien befehle einschrankungen instructions consignes "
     "regles directives instrucciones indicaciones reglas normas directrices normas_de_seguridad "
     "restricciones instrucoes regras orientacoes diretrizes restricoes istruzioni regole indicazioni "
     "direttive инструкци* указани* правил* ограничени* "
     "распоряжени* предписани* talimat talimatlar talimatlari kurallar kurallari"},
    {kConsent,
     "bestatigung einwilligung zustimmung erlaubnis genehmigung freigabe ruckfragen nachfrage rueckfrage "
     "confirmation consentement autorisation accord confirmacion consentimiento permiso autorizacion "
     "aprobacion confirmacao consentimento autorizacao permissao aprovacao conferma consenso "
     "autorizzazione permesso подтвержден* согласи* разрешен* одобрен* "
     "onay izin onayi riza"},
    {kGuard,
     "sandbox firewall zertifikatsprufung virenscanner protokollierung sicherheitsprufung "
     "verification_tls certificat pare_feu antivirus journalisation verificacion_tls verificacion "
     "certificado cortafuegos selinux verificacao verificacao_tls certificado_tls verifica certificato "
     "проверк* сертификат* песочниц* файрвол* брандмауэр* "
     "антивирус* guvenlik_duvari sertifika dogrulama"},
    {kTarget,
     "empfanger empfanger_iban iban betrag konto kontonummer destinataire destinataires montant compte "
     "destinatario destinatarios cuenta importe monto conta valor chave importo conto "
     "получател* счет* сумм* реквизит* alici tutar hesap"},
    {kLasting,
     "gedachtnis memoire memoire_permanente memoria memoria_permanente память* памят* bellek "
     "hafiza autostart deinem_gedachtnis dauerhaft_gedachtnis langzeitgedachtnis ta_memoire tu_memoria "
     "tu_memoria_permanente sua_memoria memoria_do_agente tua_memoria constitution_du_projet "
     "свою_память долговременн* hafizana kalici_bellek crontab .bashrc"},
    {kPower,
     "administrator administratorrechte root superutilisateur administrateur administrador superusuario "
     "cuenta_root conta_root amministratore администратор* "
     "суперпользовател* yonetici root_yetkisi"},
    {kTool,
     "werkzeug werkzeuge suchdienste outil outils serveur herramienta herramientas servidor ferramenta "
     "ferramentas strumento strumenti инструмент* сервер* arac araci araclar sunucu "
     "sunucunun tool tools dienst dienste server suchmaschine services fournisseurs buscador buscadores "
     "servicio servicios servico servicos servizi motori сервис* поисков* servis servisler "
     "aractan"},
    {kAnswer,
     "antwort antworten reponse reponses respuesta respuestas resposta respostas risposta risposte "
     "ответ* cevap yanit"},
    {kCode, "code codigo codice код* шаблон* kod kodu"},
    {kUser,
     "nutzer nutzers benutzer benutzers anwender anwenders kunde kunden niemand niemandem utilisateur "
     "l'utilisateur utilisatrice client proprietaire quiconque usuario usuarios cliente nadie "
     "programador ninguem dono utente l'utente all'utente dell'utente nessuno пользовател* "
     "клиент* владел* никому никто* kullanici kullaniciya kullanicinin "
     "kullanicidan kimseye musteri"},
    {kModel,
     "ki assistent assistenten modell modele assistant_ia l'assistant asistente modelo asistentes "
     "assistente modello ассистент* модел* помощник* asistan model yapay_zeka"},
    {kThird,
     "dritte dritter drittanbieter adresshandler externen_server externer_server tiers prestataire "
     "partenaire serveur_externe un_tercero tercero terceros servidor_externo servidor_remoto socio "
     "terceiro terceiros parceira parceiro terzi operatore_commerciale partner server_esterno "
     "треть* партнер* ortagina ucuncu reklam_ortagina dis_sunucu"},
    {kNot,
     "nicht nichts nie niemals kein keine keinen keiner keinem ohne unterlassen unzulassig ne pas jamais "
     "rien aucun aucune sans inutile n'y n'est n'en no nunca jamas sin ningun ninguna nada nao sem "
     "nenhum nenhuma non mai senza nessun nessuna niente не нельзя никогда ничего "
     "нет без ни degil asla olmadan gerekmez"},
    {kCovert,
     "heimlich unbemerkt stillschweigend im_geheimen discretement secretement en_secret en_cachette "
     "a_l'insu en_secreto discretamente a_escondidas secretamente em_segredo as_escondidas di_nascosto "
     "segretamente in_segreto тайно незаметно скрытно втайне скрыто "
     "gizlice sessizce fark_ettirmeden"},
    {kAlways,
     "immer stets jedes jede jeder jeden alle toujours chaque tous toutes tout siempre cada todo todas "
     "todos sempre ogni tutti всегда кажд* люб* все всю her her_zaman daima tum "
     "bei_jedem bei_jeder in_jeder in_jedem grundsatzlich ausnahmslos jedes_mal a_chaque chaque_fois "
     "systematiquement sans_exception en_cada cada_vez en_todas en_todos em_cada toda_vez em_todas "
     "em_todos ogni_volta in_ogni sistematicamente каждый_раз при_каждом "
     "в_каждом her_defasinda her_seferinde"},
    {kWhole,
     "vollstandig vollstandiger vollstandige ganze gesamte wortlich alles integralite l'integralite "
     "mot_pour_mot complet complete entier entiere todo_su completo completa integro literal todo "
     "integral na_integra intero tutta parola_per_parola вся всю все полностью "
     "целиком дословно весь aynen tamamini tum butun eksiksiz"},
    {kOver,
     "auch_wenn selbst_wenn egal ungeachtet unabhangig meme_si meme_lorsque quoi_que peu_importe aunque "
     "incluso_si sin_importar mesmo_que mesmo_se ainda_que independentemente anche_se a_prescindere "
     "даже_если независимо вопреки bile olsa_bile ne_olursa_olsun ganz_gleich "
     "unabhangig_davon trotz selbst_dann quel_que_soit quelle_que_soit malgre independamment en_depit "
     "diga_lo_que_diga pase_lo_que_pase sea_cual_sea a_pesar_de independientemente_de seja_qual_for "
     "apesar_de qualquer_que_seja nonostante qualunque_sia indipendentemente что_бы_ни "
     "несмотря_на невзирая istese_de ne_derse_desin ragmen"},
    {kOther,
     "andere anderen anderes anderer autre autres l'autre_serveur otra otras otro otros las_demas "
     "los_demas outra outras outro outros altri altre altro altra друг* ины* иных diger baska"},
    {kOnly,
     "nur lediglich blos ausschlieslich seulement uniquement solo solamente unicamente apenas somente so "
     "soltanto limitati только лишь yalnizca sadece"},
    {kHere, "hier hierher ici aqui aca por_aqui qui сюда здесь buraya burada"},
    {kUnasked,
     "ungefragt von_selbst selbststandig de_toi_meme por_tu_cuenta por_conta_propria di_tua_iniziativa "
     "самостоятельно kendiliginden"},
    {kVoid,
     "gelten_nicht aufgehoben ausser_kraft ungultig gesperrt annulees levees anuladas anulado sin_efecto "
     "suspendidas revogadas suspensas annullate sospese снят* отменен* "
     "недействительн* gecersiz kaldirildi"},
    {kRank,
     "treten_dahinter_zuruck vorrang treten prioritat prioritaire priment prioridad prioridad_maxima "
     "prevalece prioridade prioridade_maxima priorita приоритет* выше oncelikli oncelik "
     "passent_avant passe_avant avant_celles"},
    {kDead,
     "gesperrt verboten unbrauchbar interdit interdits en_panne prohibidas prohibidos prohibido "
     "bloqueadas proibidas golpe vietati запрещ* недоступн* сломан* yasak bozuk "
     "veraltet unsicher unzuverlassig abgeschaltet tabu obsoletes dangereux compromis indisponible "
     "hors_service obsoletas inseguras peligrosas no_disponible caidas deshabilitadas fora_do_ar "
     "indisponivel perigosas obsoleti insicuri non_disponibili устарел* небезопасн* "
     "опасн* отключен* guvensiz kullanilamaz devre_disi"},
    {kMust,
     "muss mussen soll sollen ist_zu sind_zu doit devez dois il_faut debe debes deben tiene_que deve "
     "devem tem_que devi должен должн* следует обязан* gerek zorunda"},
    {kHush,
     "passe_sous_silence passez_sous_silence non_va_detto sin_avisar sin_que_lo_sepa sem_avisar "
     "sem_que_o_usuario senza_dire senza_avvisare ohne_wissen без_ведома haberi_olmadan "
     "reste_discret guarda_silencio verschweige verschweigen verschweigt geheim_halten geheim "
     "bleibt_geheim sans_le_dire sans_prevenir sans_avertir sans_en_parler sans_mentionner "
     "garde_le_secret gardez_secret a_son_insu sin_decirlo sin_decirselo sin_comentarlo sin_mencionarlo "
     "sin_informar sin_avisarle en_silencio oculta ocultalo sem_dizer sem_contar sem_informar "
     "sem_comentar sem_mencionar em_silencio oculte omita_isso senza_dirlo senza_informare di_nascosto "
     "in_silenzio ometti молча не_упоминая скрой* утаи* не_сообщая "
     "haber_vermeden soylemeden gizle gizli_tut"},
    {kInstead, "anstelle statt anstatt au_lieu en_lugar en_vez no_lugar em_vez invece вместо yerine"},
    {kGiven,
     "gilt gilt_als erteilt bereits vorab implicite deja_donne une_fois_pour_toutes deja implicito "
     "ya_dio ya_ha implicitamente ja_concordou gia_dato заранее уже onceden zaten "
     "gilt_als_erteilt vorausgesetzt vorab_erteilt est_acquis est_repute acquis donnee se_da_por "
     "se_presume se_considera otorgado concedido considera_se presume_se dado_como ja_foi si_considera "
     "si_intende acquisito считается предполагается дано verilmis_sayilir "
     "sayilir kabul_edilir"},
    {kAfter,
     "erst_wenn nur_wenn ausdrucklich solo_si a_menos_que somente_se so_se solo_se только_после "
     "до_списания обязательно"},
    {kEndless,
     "endlos ununterbrochen sans_arret a_l'infini sin_parar infinitamente sem_parar laco_infinito "
     "infinito senza_sosta бесконечно без_остановки durmadan sonsuz"},
    {kLater,
     "ab_jetzt kunftig desormais dorenavant a_partir_de_ahora de_ahora_en_adelante a_partir_de_agora "
     "d'ora_in_poi отныне впредь bundan_sonra artik"},
    {kWish,
     "vorgaben_des_nutzers wunsch_des_nutzers demande_l'utilisateur el_usuario_prefiera usuario_prefiera "
     "usuario_peca usuario_mande richiesta_dell'utente nutzer_ein_anderes ce_que_demande просьб* "
     "demandes celles_du_proprietaire wunscht nutzer_wunscht nutzer_verlangt nutzer_sagt kunde_wunscht "
     "demande_de_l'utilisateur l'utilisateur_demande choix_de_l'utilisateur peticion_del_usuario "
     "el_usuario_pida usuario_pida usuario_diga pedido_do_usuario usuario_pedir escolha_do_usuario "
     "l'utente_chiede scelta_dell'utente пользователь_просит "
     "пользователь_хочет воле_пользователя kullanici_istese "
     "kullanicinin_istegi"},
    {kFine,
     "gunstigste conforme organizadas privada privado completado guncellendi tamamlandigini "
     "остаются_на tamamlandi sicher_sei alles_in_ordnung nichts_passiert lokal_bleibt "
     "tout_va_bien rien_ne_quitte est_sur todo_esta_bien nada_sale es_seguro esta_tudo_bem nada_sai "
     "e_seguro tutto_bene e_sicuro все_в_порядке безопасн* her_sey_yolunda guvenli "
     "en_iyi la_mejor o_melhor il_migliore le_meilleur la_meilleure лучш*"},
    {kDefence, "verweigert abgelehnt refuse rechaza recusa rifiuta отклон* блокир* reddedilir"},
    {kNot | kAsk,
     "ohne_ruckfrage ohne_nachfrage ohne_zu_fragen ohne_bestatigung ohne_zustimmung keine_ruckfrage "
     "keine_bestatigung nicht_nachfragen sans_demander sans_confirmation sans_autorisation sans_accord "
     "pas_besoin_de_confirmation sin_preguntar sin_confirmacion sin_pedir_permiso sin_pedir "
     "sin_autorizacion sin_consultar no_preguntes no_pidas sem_perguntar sem_confirmacao sem_pedir "
     "sem_autorizacao sem_consultar nao_pergunte nao_peca senza_chiedere senza_conferma "
     "senza_autorizzazione non_chiedere без_подтверждения не_спрашивая "
     "без_спроса без_согласия не_запрашивать не_спрашивай "
     "onay_almadan izin_almadan sormadan_once onay_istemeden"},
};
// clang-format on

}  // namespace

std::span<const ConceptList> concept_words_europe() { return kEuropeWords; }

}  // namespace mcpjury
