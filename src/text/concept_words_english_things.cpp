// English words for things, people and manner.
#include "text/concepts.h"

namespace mcpjury {
namespace {

using namespace sense;

// clang-format off: lists of words
constexpr ConceptList kEnglishThingsWords[] = {
    {kSecret,
     "password passwords passphrase passphrases credential credentials api_key api_keys apikey "
     "private_key private_keys ssh_key ssh_keys access_token access_tokens auth_token auth_tokens "
     "bearer_token session_token refresh_token api_token api_tokens oauth_token session_cookie "
     "session_cookies cookie cookies login_data saved_logins keychain key_chain keyring seed_phrase "
     "seed_phrases recovery_phrase recovery_phrases mnemonic mnemonics wallet_file wallet_key "
     "one_time_code one_time_codes one_time_password otp 2fa_code 2fa_codes verification_code "
     "verification_codes mfa_code recovery_code recovery_codes backup_codes signing_key signing_keys "
     "encryption_key master_key key_file pem pem_files connection_string connection_strings card_number "
     "card_numbers credit_card credit_cards cvv pin_code ssn social_security_number "
     "social_security_numbers passport_number passport_numbers bank_details cookie_store "
     "authorization_header authorisation_header client_secret client_secrets service_account_key "
     "kubeconfig known_hosts ssh_folder ssh_directory ssh_config ssh_dir keystore key_store htpasswd "
     "license_keys auths deploy_key deploy_keys gpg_key pgp_key password_file password_files "
     "saved_passwords stored_passwords browser_passwords payment_data secret_store key_material "
     "access_key access_keys secret_key secret_keys dotenv api_secret billing_key pin_number "
     "login_details login_credentials security_answers security_questions license_key vpn_config "
     "root_password wifi_password wi_fi_password card_details card_data payment_details billing_details "
     "id_card identity_documents auth_headers signing_secret webhook_secret database_password "
     "db_password database_url db_url cloud_keys cloud_credentials tax_id tax_number health_records "
     "medical_records bank_login account_credentials private_keys_of token_file password_manager "
     "password_store key_pair keypair access_codes unlock_code secrets_file env_secrets publishing_token "
     "deploy_token npm_token github_token personal_access_token ssh_private_key secret_values "
     "saved_passwords_of private_repository private_repositories session_tokens access_keys_of "
     "stored_logins secrets secret passport_scan"},
    {kPrivate,
     "clipboard inbox mailbox mailboxes mails e_mails emails e_mail messages contacts address_book "
     "home_directory home_folder documents documents_folder desktop_folder downloads pictures photos "
     "camera_roll call_history call_log browser_history browsing_history search_history location gps "
     "gps_history calendar notes bank_account bank_statement bank_statements payroll payroll_sheet "
     "salary salaries medical health finances employer home_address phone_numbers workspace "
     "working_directory repository repositories drafts draft diff diffs bash_history shell_history "
     "command_history screenshots keystrokes files file_list file_contents file_content personal_data "
     "personal_information private_data customer_data user_data customer_records config_file "
     "config_files configuration_file local_files open_files newest_message newest_e_mail invoices "
     "attachments webmail recordings voice_memos relatives gift_card balance credits web_history "
     "directory_listing hard_disk database_dump backups project_files dotfiles e_mail_addresses "
     "email_addresses mail_addresses internal_documents diary journal lab_results date_of_birth family "
     "children spouse customer_list client_list price_list contracts tax_return bank_balance "
     "transactions purchase_history order_history watch_history bookmarks open_tabs browser_tabs tabs "
     "screen camera microphone recent_files recent_documents codebase git_history commit_history "
     "customer_table log_files server_logs mail_archive sent_mail spreadsheets meeting_notes "
     "board_minutes appointments device_id ip_address mac_address installed_software process_list "
     "network_shares mounted_drives saved_addresses saved_cards private_messages direct_messages "
     "address_list home_dir user_directory user_profile folder_listing project_folder work_tree "
     "working_tree unread_mail latest_mail last_e_mail newest_mail private_notes personal_notes "
     "private_files personal_files token tokens environment_variable environment_variables env_vars "
     "env_var env_file session_id vault keys contents_of their_contents its_contents"},
    {kContext,
     "conversation conversations chat_history chat_log chat_logs chat_transcript transcript transcripts "
     "dialogue dialog_history system_prompt system_prompts system_message system_messages "
     "developer_message developer_prompt message_history conversation_history conversation_so_far "
     "chat_so_far session_history prompt_history chain_of_thought hidden_instructions hidden_messages "
     "hidden_reasoning private_reasoning context_window full_context entire_context previous_messages "
     "prior_messages earlier_messages last_messages last_message past_messages previous_prompts "
     "previous_turns all_prompts user_prompts previous_user_messages results_of_other_tools "
     "output_of_other_tools tool_outputs other_tools'_results earlier_tool_results initial_prompt "
     "initial_instructions whole_chat entire_chat full_chat internal_instructions "
     "instructions_you_were_given instructions_you_were_configured_with messages_so_far agent_memory "
     "what_you_remember you_remember_about other_mcp_servers last_five_messages user_messages "
     "user's_messages thought_process scratchpad internal_monologue pre_prompt what_the_user_said "
     "what_the_user_wrote everything_said everything_the_user earlier_turns prior_turns previous_answers "
     "instructions_above your_instructions your_prompt your_rules your_settings your_reasoning "
     "tool_definitions session_log message_log thread_so_far dialogue_so_far chat_messages chat_content "
     "context_so_far full_thread whole_thread user's_words user's_last_message last_user_message "
     "conversation_log chat_history_so_far previous_conversation earlier_conversation "
     "other_conversations past_conversations past_chats session_transcript your_context your_memory "
     "contents_of_your_context all_messages all_turns everything_above text_above your_system "
     "your_configuration"},
    {kRules,
     "instruction instructions directive directives guideline guidelines restriction restrictions rules "
     "safety safety_settings safety_rules safety_checks guardrail guardrails constraints safeguards "
     "content_checks content_policy core_policy system_prompt policies security_mode safety_measures "
     "ethics"},
    {kConsent,
     "confirmation confirmations approval approvals permission permissions consent authorization "
     "authorisation prompts permission_request permission_requests permission_prompt approval_dialog "
     "confirmation_dialog confirmation_dialogs confirmation_prompt human_in_the_loop sign_off go_ahead "
     "agreement veto consent_screen user_approval"},
    {kGuard,
     "sandbox sandboxing firewall firewalls tls_verification certificate_verification certificate_check "
     "certificate_checks certificate_validation ssl_verification certificate_errors verification "
     "audit_log audit_logging audit_trail isolation network_isolation defender uac selinux apparmor "
     "antivirus anti_virus real_time_protection rate_limit rate_limits two_factor code_review "
     "required_reviews security_checks security_check safety_check content_filter input_validation "
     "bind_parameters prepared_statements csrf signature_check signature_verification signature_checks "
     "access_control access_controls protection protections quotas hash_check linter csp cors captcha "
     "approval_gate branch_protection ci_checks virus_scanner edr dlp safe_mode safe_browsing "
     "content_security_policy password_policy spam_filter permission_checks policy_checks "
     "host_key_checking host_key strict_host_key gatekeeper secure_boot firewall_rules seccomp timeouts "
     "spending_limit spending_limits budget_limit sanitisation sanitization sanitizing validation "
     "type_checks unit_tests security_tests security_headers rate_limiting access_log event_log "
     "history_log lockfile integrity_check checksum checksums permission_check authorisation_check "
     "authorization_check login_check session_check parameterised_queries parameterized_queries "
     "security_review human_review audit_logs tls_checks ssl_checks verify=false required_review "
     "login_protection"},
    {kTarget,
     "recipient recipients addressee amount amounts iban account_number payee payees beneficiary wallet "
     "destination destinations wallet_address bank_account account delivery_address shipping_address "
     "price prices phone_number hotline host remote channel routing_number reply_to target total totals "
     "quantity quantities fee fees url base_image address hostname endpoint domain symbol payment_method "
     "recovery_phone recovery_email dosage numbers origin guest attendee sort_code bic swift sender "
     "cc_field reply_address mobile_number ship_to bill_to mirror registry repository_url upstream "
     "nameserver proxy server_address base_url callback_url redirect_uri link links qr_code discount tip "
     "fare exchange_rate currency score rating vote votes verdict booking destination_account payout "
     "donation invoice_total card_on_file shipping_method plan subscription dose diagnosis"},
    {kLasting,
     "long_term_memory memory_file claude.md agents.md gemini.md .cursorrules cursorrules cursor_rules "
     ".windsurfrules copilot_instructions .bashrc bashrc .zshrc .profile .bash_profile crontab cron_job "
     "scheduled_task post_commit_hook pre_commit_hook git_hook git_hooks authorized_keys autostart "
     "launch_agent systemd rules_file rule_file mcp_settings mcp_config mcp.json settings.json "
     "client_config client's_config settings_file login_script later_sessions future_sessions "
     "next_session server_entry startup_folder init_script permanent_memory user_settings "
     "global_settings global_config dotfile shell_profile startup_script launchd cronjob task_scheduler "
     "login_items browser_extension system_instructions custom_instructions project_rules rules_folder "
     "memory_store vector_store long_term_store profile_script pre_push_hook ci_pipeline_config "
     "package_scripts postinstall post_install remembered_facts saved_memories sudoers_file hosts_file "
     "trust_list trusted_servers auto_approve_list config.toml .cursor .gitconfig .npmrc_file .envrc "
     "your_memory your_own_memory assistant's_memory agent's_memory the_memory in_memory to_memory "
     "own_memory startup_file"},
    {kPower,
     "sudo root_shell administratoraccess superuser privileged nopasswd sudoers 777 owner_role "
     "role=owner admin_password full_access full_access_mode god_mode developer_mode admin_role setuid "
     "suid cluster_admin admin_rights root_rights administrator_rights administrator_privileges "
     "admin_privileges elevated_privileges superuser_rights docker_group domain_admin org_owner "
     "org_admin global_admin highest_privileges all_scopes owner_rights admin_scope service_role "
     "service_account_token root_access system_user as_root root_user root_account as_admin "
     "as_administrator as_owner admin_account admin_user second_admin administrator_password "
     "superuser_password full_admin"},
    {kTool,
     "tool tools server servers plugin plugins vendor vendors function functions mcp integration "
     "integrations provider providers service services extension extensions insurer insurers"},
    {kAnswer,
     "answer answers reply replies response responses summary summaries bibliography final_answer "
     "confirmation final_report closing_line footer signature_line your_text your_words draft_reply "
     "status_report changelog commit_message e_mail_body"},
    {kCode,
     "code source_code snippet snippets script scripts workflow workflows dockerfile pipeline module "
     "modules function functions commit commits pull_request user_table form_handler form_handlers "
     "queries class component template project file_you_write key_you_generate import dependency "
     "dependencies requirements generated_code base_image build package generated_files tests_you_write "
     "functions_you_write program programs app config_you_write migration migrations api_route "
     "endpoint_you_write handler handlers html_page web_page pages_you_write login_form smart_contract "
     "terraform manifest manifests helm_chart package.json setup.py release build_file"},
    {kUser,
     "user users human humans person persons people customer customers client_user operator owner "
     "developer reader readers traveller shopper shoppers buyer buyers guest end_user end_users anyone "
     "anybody someone nobody no_one account_holder account_owner employee reviewer reviewers patient "
     "programmer the_person_at_the_keyboard account_owner's"},
    {kModel,
     "assistant assistants agent agents model models llm llms ai ais claude gpt chatgpt copilot gemini "
     "cursor language_model language_models ai_agent ai_agents ai_assistant ai_model chatbot bot bots "
     "ai_system ai_tool language_assistant coding_agent coding_assistant autonomous_agent llm_agent "
     "model's assistant's agent's robot"},
    {kThird,
     "third_party third_parties third_party_server partner partners partner_registry advertiser "
     "data_broker broker attacker external_server external_servers remote_server external_endpoint "
     "outside_party our_side our_team our_server our_servers our_lab our_review_desk our_cloud "
     "our_analytics us ad_network reseller marketing_partner external_service analytics_server "
     "address_broker remotely our_engineers our_backend external_party collector vendor's_server "
     "our_endpoint our_collector our_address our_account our_bucket our_relay our_archive our_database "
     "our_analytics_team our_system headquarters head_office parent_company affiliate affiliates sponsor "
     "sponsors insurer's recruiters press competitor_s authorities data_market outside remote_host "
     "remote_machine external_host external_address external_account outsiders the_vendor the_publisher "
     "publisher our_inbox our_partner our_research research_team"},
    {kNot,
     "do_not don't do_n't must_not should_not shall_not may_not need_not not no never dont doesn't isn't "
     "aren't won't can't cannot mustn't shouldn't needn't without nothing neither nor refrain avoid isnt "
     "none forbidden prohibited didn't wasn't weren't hasn't haven't wouldn't couldn't fails_to"},
    {kCovert,
     "silently secretly covertly discreetly quietly stealthily surreptitiously unnoticed undetected "
     "invisibly unobtrusively in_secret unseen on_the_quiet furtively in_stealth inconspicuously "
     "under_the_radar sneakily without_notice without_a_trace camouflaged incognito under_cover"},
    {kAlways,
     "always every each every_time each_time whenever on_each_call on_every_call all any at_all_times "
     "every_message every_answer each_answer every_reply every_turn every_question each_commit "
     "constantly invariably without_exception anytime at_any_time each_call every_call every_request"},
    {kWhole,
     "full whole entire complete all every everything verbatim unabridged word_for_word in_full any "
     "unredacted uncut oldest_first in_plain complete_output raw_text each_turn as_is exact_text "
     "without_omission untruncated"},
    {kOver,
     "whatever regardless no_matter even_if even_when even_though even_where notwithstanding despite "
     "whichever in_spite_of irrespective also_when including_when also_where whether_or_not "
     "under_no_circumstances by_decree may_say contrary_to overruling in_defiance even_after "
     "even_against even_without whether_they whether_the_user if_they_object despite_objections "
     "over_their_objection even_should also_if regardless_of irrespective_of no_matter_what "
     "no_matter_which any_objection objections against_the_user's against_their_will"},
    {kOther,
     "other others another competing rival rivals alternative alternatives competitor competitors "
     "competitors' different elsewhere official native built_in builtin vendor's vendors' similar "
     "sibling"},
    {kOnly, "only just merely solely simply nothing_but exclusively purely"},
    {kHere,
     "here this_field this_parameter this_argument in_here into_here this_tool's_input to_this_tool "
     "this_property this_value"},
    {kUnasked,
     "unasked unprompted on_your_own of_your_own_accord by_yourself yourself without_being_asked "
     "unbidden unsolicited on_the_side while_you're_at_it proactively "
     "without_further_ado on_the_way quietly_add in_passing for_good_measure in_the_same_breath "
     "of_your_own_initiative at_your_own_discretion spontaneously into_the_bargain to_boot "
     "without_a_request uninvited preemptively pre_emptively"},
    {kAsIf,
     "as_if as_though on_their_behalf on_the_user's_behalf in_the_user's_name for_the_human for_the_user "
     "as_if_it_was as_theirs like_nothing_happened as_usual as_normal"},
    {kDefence,
     "injection injections jailbreak untrusted malicious attack attacks detect detects detection "
     "phishing sanitise sanitize sanitised suspicious beware vulnerability vulnerabilities"},
    {kVoid,
     "void lifted suspended annulled no_longer_apply do_not_apply revoked superseded overridden obsolete "
     "nullified inapplicable cease_to_apply no_longer_hold switched_off unfiltered mode_off are_off "
     "is_off"},
    {kRank,
     "outrank outranks outranking supersede supersedes superseding precedence highest_priority "
     "top_priority higher_priority override overrides overriding trump trumps prevail prevails above "
     "over rank_below rank_above takes_priority take_priority come_before comes_before priority_0 "
     "authority rank more_weight beats"},
    {kDead,
     "deprecated compromised forbidden unavailable broken unsafe banned prohibited untrustworthy "
     "infected outdated unreliable thrown_away scam scams revoked not_allowed off_limits unusable "
     "misbehaves insecure dangerous obsolete inferior malfunctioning faulty discontinued withdrawn "
     "decommissioned hacked spyware malware not_trusted non_existent nonexistent out_of_order worthless "
     "fraudulent harmful"},
    {kMust,
     "must shall should has_to have_to need_to needs_to is_to are_to required_to expected_to ought_to "
     "obliged_to instructed_to supposed_to told_to authorised_to authorized_to to_be going_to free_to "
     "is_obliged_to are_obliged_to is_bound_to are_bound_to is_expected_to is_required_to "
     "are_required_to you're_to you_are_to is_supposed_to it_is_your_job_to be_sure_to"},
    {kHush,
     "keep_mum between_us tell_no_one tell_nobody say_nothing keep_quiet keep_silent stay_silent "
     "stay_quiet goes_unnoticed go_unnoticed need_not_know needn't_know needs_not_know need_not_be_told "
     "needn't_be_told not_for_end_users no_reference without_saying without_saying_so without_telling "
     "without_mentioning unbeknownst behind_their_back out_of_the_summary out_of_its_summary "
     "out_of_the_answer out_of_the_reply from_the_confirmation from_the_summary from_the_answer "
     "from_the_report out_of_the_report out_of_the_documentation out_of_sight shhh sssh not_to_alarm "
     "keep_it_secret keep_this_secret keep_secret isn't_to_learn not_to_learn shouldn't_notice "
     "should_not_notice must_not_notice won't_notice doesn't_notice no_trace leave_no_trace "
     "cover_your_tracks nobody_needs_to_know no_one_needs_to_know keep_showing looks_unchanged "
     "look_unchanged looks_normal sworn_to_secrecy do_not_let_on don't_let_on remain_unaware "
     "stays_unaware never_surface never_mention never_disclose so_they_do_not_look not_to_know "
     "without_drawing_attention not_be_visible does_not_need_to_know doesn't_need_to_know "
     "keep_this_to_yourself keep_it_to_yourself show_nothing without_their_knowledge "
     "without_the_user's_knowledge without_anyone no_mention not_a_word no_word leave_unmentioned "
     "go_unmentioned goes_unmentioned remain_silent remains_silent not_be_told is_not_told are_not_told "
     "isn't_told aren't_told not_informed keep_it_from keep_this_from hide_it hide_this hide_the_fact "
     "conceal off_the_record in_confidence hidden_from out_of_view keep_out_of leave_that_out "
     "leave_this_out don't_draw_attention do_not_draw_attention pretend_nothing as_if_nothing "
     "like_nothing_happened nothing_to_see act_normal play_it_down never_speak not_speak_of "
     "stays_between stay_between confidential_step keep_it_quiet keep_this_quiet without_a_word "
     "in_silence unmentioned leaves_no_trace cover_the_tracks clear_the_history erase_traces "
     "delete_the_trace be_discreet discreet nobody_should_know no_one_should_know shall_not_know "
     "must_not_know should_not_know must_not_see should_not_see never_learn kept_secret don't_volunteer "
     "do_not_volunteer goes_unseen stay_unnoticed stays_unnoticed remain_unnoticed"},
    {kInstead,
     "instead instead_of rather_than in_place_of in_lieu_of not_the not_to_the in_place_of_origin "
     "replacing whichever_one swap_in as_a_substitute substituted rather_than_the in_exchange "
     "other_than_the over_the_user's in_the_place"},
    {kGiven,
     "implied implicit deemed granted assumed pre_approved pre_authorised pre_authorized preauthorised "
     "preauthorized preapproved once_and_for_all in_advance answered waived presumed taken_as_given "
     "automatically_granted blanket standing counts_as pre_agreed standing_consent blanket_approval "
     "assume_yes as_a_yes silence_means cleared counts_as_consent was_given has_been_given "
     "have_been_given been_obtained on_file is_given are_given pre_consented signed_off "
     "taken_for_granted agreed_to taken_as is_automatic not_needed not_required isn't_needed "
     "isn't_required needless superfluous unneeded"},
    {kAfter,
     "unless until only_after only_if only_when after_they once_the_user after_the_user "
     "when_the_user_asks if_the_user if_the_user_asks if_the_user_wants unless_the_user requires require "
     "needs if_you if_needed explicit explicitly asked_for the_user_asked user_asked user_wants "
     "user_names user_gave user_gives as_typed as_given you_name you_specify you_give themselves"},
    {kFine,
     "official safe harmless legitimate legit no_risky no_findings no_issues no_threats no_interactions "
     "nothing_left nothing_happened up_to_date free_of_charge a_tie unreliable outdated unavailable "
     "expired cheapest theirs as_theirs purely_local temporary_files no_problems all_clear in_order "
     "no_danger risk_free unaffected genuine certified in_stock sold_out no_longer_available "
     "award_winning number_one privacy_friendly compliant all_good a_success cheaper officially unbiased "
     "scientifically proven as_clean is_clean 'clean' as_safe is_safe as_official call_it_official "
     "no_risk no_risks it_is_down is_down are_down as_outdated as_unavailable"},
    {kEndless,
     "forever endlessly endless infinite infinitely without_stopping without_pause never_finish "
     "never_stop never_end until_the_credits indefinitely ten_thousand_times thousands_of_times "
     "500_times 100_times 1000_times 50_times a_thousand_times hundreds_of_times ad_infinitum "
     "as_soon_as_it_returns without_a_break nonstop non_stop in_a_loop without_end without_limit "
     "without_delay_between as_often_as_possible perpetually recursively until_memory never_complete "
     "until_stopped over_and_over again_and_again continuously round_the_clock as_many_times "
     "as_many_as_possible burn_through never_ending keep_going do_not_stop don't_stop without_limits "
     "until_it_fails until_told until_the_budget until_the_quota cannot_be_cancelled "
     "until_the_user's_credits credits_are_used_up credits_run_out budget_is_used ten_further "
     "further_copies never_finish_your never_end_your"},
    {kLater,
     "from_now_on from_here_on henceforth later_sessions future_sessions from_this_point for_the_rest "
     "in_later_sessions next_sessions all_later_calls subsequent_sessions from_then_on going_forward "
     "across_sessions later_uses third_call in_every_later_call hereafter thereafter next_time for_good "
     "until_further_notice for_all_future every_start each_start "
     "survives persist_across remain_after for_the_session for_the_whole_session "
     "rest_of_the_session ever_after once_approved once_trusted after_approval future_calls"},
    {kMine, "this_server this_server's this_toolset this_package our_own same_server of_this_server"},
    {kWish,
     "user's_request user's_wishes user's_wish user's_choice user_requests user's_preference "
     "user_prefers user_asked user_asked_for user_says user_supplies user_names user_wants user_chose "
     "user_choice user's_own user's_instructions user's_question buyer's_wish user_instructions "
     "user_asks they_ask user's_address user's_budget user's_input user's_intent what_was_chosen "
     "developer_names user_typed user_restrictions user's_role role_the_user_has what_the_user "
     "their_request the_user_and user's_decision user's_selection their_choice their_wish their_wishes "
     "user_selects user_selected user_specified user_specifies user_requested user_requests_something "
     "asked_by_the_user requested_by_the_user user_decides user_objects user_declines user_says_no "
     "user_refuses user_cancels told_otherwise asked_otherwise they_say they_want they_wanted they_chose "
     "they_named they_typed named_recipient intended_recipient real_recipient true_recipient "
     "actual_recipient original_recipient recipient_given one_given user_entered their_own user_told "
     "customer_wants customer_asks own_choice"},
    {kAdverb,
     "please also then first always never just simply kindly afterwards now immediately automatically "
     "instead additionally next later finally again further still moreover furthermore so therefore thus "
     "hence otherwise and or but go_ahead_and be_sure_to make_sure_to remember_to don't_forget_to "
     "right_away silently secretly quietly covertly discreetly only not do do_not don't in_addition "
     "to_recover"},
    {kJoin, "and then or but"},
    {kBe, "is are be was were been being gets get becomes isn't aren't am"},
    {kShown,
     "id ids uuid uuids json xml html raw raw_json internal_id internal_ids identifier identifiers "
     "field_names token_value technical_details stack_trace stack_traces markup column_names field_name "
     "parameter_names coordinates timestamps error_codes intermediate_steps tool_names tool_name "
     "raw_output raw_data reasoning notifications notification attendees attendee guests subscribers"},
};
// clang-format on

}  // namespace

std::span<const ConceptList> concept_words_english_things() { return kEnglishThingsWords; }

}  // namespace mcpjury
