// English, second part: the wider families of the same meanings. Kept apart from the first only for size.
#include "text/concepts.h"

namespace mcpjury {
namespace {

using namespace sense;

// clang-format off: lists of words
constexpr ConceptList kEnglishMoreWords[] = {
    {kGet,
     "vacuum slurp hoover scoop swipe snatch pilfer purloin procure probe unearth excavate ferret_out "
     "fish_out pry dredge gain_access get_hold_of lay_hands_on reach_for reach_into sift comb skim "
     "print_out go_and_get source_from draw_from draw_on mine derive_from look_through leaf_through "
     "take_a_copy make_a_copy take_a_look keep_a_copy take_note keep_track keep_an_eye eavesdrop "
     "overhear listen_in keylog itemise inventory round_up"},
    {kCarry,
     "affix adjoin annex tack_on bolt_on fold_in fold_into work_into weave_into blend incorporate "
     "intersperse lace salt sprinkle spike pepper slot slide squeeze tuck_in cram ferry shuttle relay "
     "impart surrender yield furnish present_in _in write_into copy_into put_into stick stick_in shove "
     "pop leave_in lay_in hand_along bring_along take_along carry_along ride_along tag_along travel_along "
     "supplement enrich augment top_off prefix_with suffix_with sign_off_with close_with end_with "
     "begin_with open_with start_with finish_with round_out mention_in state_in note_in record_in "
     "spell_in encode_in base64_encode url_encode go_in go_into belong_in belongs_in be_filled_with "
     "contain hold convey make_part_of throw_in slip_in sneak sneak_in squeeze_in load_into deliver_in "
     "transport"},
    {kSend,
     "remit hand_on telegraph fax sms dm tweet webhook dial drop_at deposit_at park_at lodge_with "
     "deposit_with leave_with place_with pump pour spill disseminate circulate propagate outsource "
     "externalise externalize back_up_to archive_to copy_in cc_in let_have travel flow go_to goes_to "
     "go_out end_up wind_up land find_its_way make_its_way feed_back get_to reach_out_to check_in_with "
     "phone_usage report_back report_home call_home beacon_out hand_to give_to pass_to make_available_to "
     "surrender divulge leave_the_machine leaves_the_machine go_through_our pass_through_our "
     "be_visible_to open_up_to syndicate tip_off"},
    {kChange,
     "amend massage fudge pad bump reassign remap relabel recast revise turn_into morph mutate touch_up "
     "distort bias tilt halve triple top_up round_up round_down add_on_top peel_off skim_off shave_off "
     "deduct deflect bend reorient replace_with exchange_for switch_to default_to fix_at lock_to rename "
     "raise lower shift move turn boost cut trim withhold book_to credit_to charge_to bill_to_our "
     "point_at point_to_our retarget readdress re_address misdirect reverse_the invert flip interchange "
     "transpose upgrade downgrade"},
    {kDelete,
     "scrub obliterate expunge eliminate eradicate nuke trash dispose_of get_rid_of do_away_with zero_out "
     "prune flush clean_out strike_out blank_out tidy_away"},
    {kRun, "kick_off fire trigger boot bring_up evaluate deploy fire_off set_off"},
    {kGrant,
     "confer bestow accord provision enrol enroll admit appoint nominate enlist put_on_the_list open_up "
     "unlock"},
    {kStore,
     "jot note_down etch engrave lay_down set_down put_down retain hold_on_to keep_in_mind bear_in_mind "
     "make_a_note cache enshrine hard_code hardcode bake bake_in bake_into carry_over carry_forward "
     "hold_on leave_behind stick_to stay_with learn_that take_on_board"},
    {kSay,
     "raise_it raise_the_matter touch_on dwell_on go_into allude elaborate show surface_it declare "
     "broadcast highlight underline stress remark voice utter whisper break_it_to breathe own_up "
     "come_clean fess_up make_clear make_plain spill raise_the_subject bring_it_up read_out convey "
     "apprise notify_them make_them_aware give_away"},
    {kKnow,
     "know learn see notice realise realize find_out hear suspect become_aware be_aware aware get_wind "
     "catch_on spot perceive witness be_told be_informed be_notified be_shown be_made_aware made_aware "
     "get_to_see get_to_know come_across catch_sight sense understand come_to_know hear_about read_about "
     "noticeable "},
    {kAsk,
     "check_back come_back_to run_past clear_with seek_confirmation seek_permission get_consent "
     "get_confirmation ask_around request_consent query_the_user put_it_to _for stop_for hold_for "
     "wait_for_a wait_for_their wait_for_human check_first confirm_first ask_again double_check_with "
     "solicit reconfirm re_confirm second_guess trouble_them pause"},
    {kApprove,
     "wave_through nod_through pass_it click_yes click_through press_ok hit_accept tick_off tick_the_box "
     "say_yes answer_yes confirm_it sign_it countersign green_light let_through merge wave_past clear_it "
     "auto_accept auto_confirm acknowledge_the"},
    {kDisable,
     "forgo forego dispense_with do_without leave_off mute silence loosen lower neuter cripple unplug "
     "opt_out leave_disabled exempt do_away_with set_aside cut_out jump_over pass_over leave_out "
     "step_around get_around go_around turn_down switch_down shut_off shut_down null short_circuit "
     "tolerate be_lenient close_your_eyes turn_a_blind_eye"},
    {kObey,
     "go_along_with defer_to yield_to put_into_effect put_into_practice see_through live_by go_by "
     "take_as_read take_at_face_value work_through discharge realise_the act_according act_accordingly "
     "proceed get_on_with jump_to see_to_it make_it_so submit"},
    {kRepeat,
     "keep_on carry_on go_on resume call_once_more re_call go_again keep_repeating reissue re_issue"},
    {kUse,
     "opt_for go_with go_for settle_on stick_with reach_for_this turn_first resort_to default_to_this "
     "connect log_in sign_in authenticate pick_this employ apply_this fall_back_on make_use_of work_with "
     "lean_on stand_by"},
    {kIgnore,
     "leave_behind let_go_of wipe_from_your put_behind shake_off break_with step_outside part_with "
     "write_off toss_out throw_out do_not_heed do_not_obey depart_from deviate_from retire relinquish "
     "brush_off look_past look_away rise_above outgrow"},
    {kPortray,
     "come_across_as cast pass_as word_as report_as label_as list_as show_as mark mark_as tag_as declare "
     "hold_out_as represent style paint_as make_it_sound make_it_look sound_as give_the_impression "
     "put_it_down_to chalk_up dress announce rate rank_as grade score classify certify vouch"},
    {kDeny,
     "gloss skirt evade_the dodge sidestep_the sweep_under leave_the_impression let_them_think "
     "let_them_believe keep_believing let_believe make_believe make_them_believe make_them_think "
     "have_them_believe give_a_false hoodwink fool trick bamboozle lead_to_believe string_along lull "
     "white_lie cook_the_books fib misstate misquote mischaracterise mischaracterize obfuscate conceal "
     "cloak veil mask_the blur suppress_the"},
    {kPromote,
     "speak_well talk_into persuade convince urge coax entice sing_the_praises put_in_a_good_word "
     "favourable_word warn_off steer_towards steer_away lead_towards push_towards bring_round hype "
     "glorify big_up run_down slam trash_talk speak_ill"},
    {kSpend,
     "pay purchase buy subscribe donate invest tip withdraw transfer wire top_up refill order book "
     "checkout check_out charge bill trade swap stake"},
    {kSecret,
     "process_environment environ process_env .env login_secrets logins login_tokens cloud_key app_secret "
     "app_key api_credentials service_credentials bearer_credential bearer_credentials jwt jwts "
     "session_key session_keys session_secret auth_cookie auth_cookies cookie_jar cookie_values "
     "browser_cookies browser_cookie browser_credentials key_ring pass_phrase pass_phrases pass_code "
     "passcode passcodes auth_code auth_codes totp totp_seed mfa_seed mfa_codes sms_code sms_codes "
     "sign_in_details sign_in_codes authentication_data authentication_details authentication_token "
     "authentication_tokens signing_certificate client_certificate client_certificates "
     "private_certificate crypto_wallet wallet_seed wallet_seeds wallet_phrase secret_phrase seed_words "
     "seed_word account_password account_passwords user_password user_passwords saved_password "
     "stored_password stored_credentials saved_credentials cached_credentials cached_tokens stored_tokens "
     "service_account service_accounts oauth_tokens oauth_credentials id_token id_tokens refresh_tokens "
     "pat pats git_credentials git_token registry_token npm_tokens docker_credentials aws_keys "
     "aws_credentials aws_secret aws_secrets gcp_key gcp_keys azure_keys kube_config kube_token "
     "cluster_token vault_token vault_contents secret_files key_files certificate_key tls_key ssl_key "
     "identity_file identity_files ssh_identity ssh_material netrc credit_card_number credit_card_numbers "
     "debit_card card_pan cvc security_code security_codes bank_credentials bank_logins online_banking "
     "account_numbers ibans national_id national_insurance_number id_number id_numbers identity_card "
     "driver's_licence drivers_license tax_identifier payment_credentials card_information "
     "sensitive_values sensitive_strings sensitive_variables secret_variables confidential_values "
     "hidden_values access_credentials access_secret login_information login_info sign_in_information "
     "database_credentials db_credentials connection_details connection_secrets dsn admin_credentials "
     "host_credentials machine_credentials user_credentials user_secrets encryption_keys decryption_key "
     "decryption_keys license_secret shared_secret shared_secrets pairing_code unlock_codes door_code "
     "alarm_code wifi_key wi_fi_key network_password vpn_credentials vpn_key ssh_agent key_agent "
     "stored_secrets saved_secrets"},
    {kPrivate,
     "home_folder_listing documents_directory desktop_files personal_folder user_files user's_files "
     "user_documents user's_documents private_documents personal_documents confidential_documents "
     "internal_files company_files hr_files source_tree source_files repository_contents repo_contents "
     "private_code private_repo private_repos unpublished_code staged_changes uncommitted_changes "
     "browser_data browser_profile browsing_data visited_sites search_queries saved_searches phone_book "
     "contact_list contact_details contact_book buddy_list friends_list friend_list e_mail email_body "
     "email_bodies mail_bodies inbox_contents unread_messages text_messages sms chat_messages dms "
     "slack_messages voicemail voicemails call_logs call_records calendar_entries travel_plans "
     "whereabouts gps_position geolocation live_location home_location ip_addresses hostnames "
     "host_details host_information machine_details machine_name machine_id system_information "
     "system_details hardware_id serial_number account_data account_details account_information "
     "profile_data profile_picture birth_date date_of_births birthday home_phone phone_contacts "
     "private_number personal_details personally_identifiable pii health_data medical_data "
     "medical_history prescriptions diagnosis_codes patient_data patient_records patient_files "
     "insurance_details salary_data payslips pay_slips tax_returns financial_data financial_records "
     "bank_records account_statements transaction_history payment_history purchase_records receipts "
     "legal_documents client_data client_files client_records customer_names customer_files "
     "customer_details customer_information employee_records employee_data student_records grades_of "
     "photo_library photo_album albums image_library video_library webcam microphone_input "
     "audio_recording audio_recordings screen_contents screen_content screen_capture screen_captures "
     "screen_recording clipboard_contents clipboard_content pasteboard keyboard_input typed_text typing "
     "notes_folder notebook diary_entries private_journal wallet_balance balances holdings local_database "
     "local_databases database_contents table_contents file_names filenames file_name_list "
     "directory_contents directory_tree disk_contents drive_contents cloud_drive shared_drive "
     "shared_folder network_drives mounts recent_commands command_line_history terminal_history "
     "terminal_output terminal_buffer terminal_scrollback shell_environment _directory "
     "configuration_files config settings_files config_contents mcp_configuration server_list "
     "installed_tools installed_packages running_processes open_ports network_configuration "
     "network_config wifi_networks saved_networks"},
    {kContext,
     "exchange_so_far recent_turns last_turns latest_turns previous_exchanges prior_exchanges "
     "recent_messages latest_messages recent_exchange recent_exchanges session_contents session_content "
     "session_data session_context session_state session_memory running_conversation current_conversation "
     "current_chat current_thread ongoing_conversation this_conversation this_chat discussion_so_far "
     "discussion_history thread_history thread_contents conversation_contents conversation_content "
     "conversation_context conversation_transcript conversation_text conversation_state operator_prompt "
     "operator_instructions operator_message developer_instructions system_instruction system_text "
     "host_prompt host_instructions base_prompt root_prompt hidden_prompt hidden_context hidden_text_of "
     "preamble your_preamble your_guidelines your_guidance your_directives your_system_prompt "
     "your_system_message your_developer your_configuration_text your_chain_of_thought your_thoughts "
     "internal_reasoning reasoning_trace reasoning_steps thinking_trace internal_notes working_memory "
     "context_contents context_content contents_of_the_context everything_in_context all_context "
     "available_context prompt_text prompt_contents original_prompt user_prompt user's_prompt "
     "user's_prompts user_query_history query_history question_history earlier_questions "
     "previous_questions earlier_answers prior_answers earlier_results prior_results earlier_outputs "
     "prior_outputs previous_outputs previous_results_of tool_results tool_result_history tool_history "
     "tool_call_history call_trace list_of_tools your_tools your_tool_list other_tool_results "
     "other_tools'_output instructions_you_received instructions_you_have instructions_you_were "
     "instructions_given_to_you rules_you_were_given what_you_were_told what_was_said what_has_been_said "
     "everything_discussed everything_typed everything_written what_they_typed what_they_wrote "
     "what_they_said user_utterances utterances"},
    {kContext | kRules,
     "initial_instructions initial_prompt hidden_instructions internal_instructions developer_message "
     "developer_prompt developer_instructions operator_prompt operator_instructions system_message "
     "system_messages system_prompt system_prompts system_instruction system_instructions_you base_prompt "
     "hidden_prompt host_prompt root_prompt pre_prompt your_instructions your_system_prompt "
     "your_system_message instructions_you_were_given instructions_you_received instructions_given_to_you "
     "rules_you_were_given"},
};
// clang-format on

}  // namespace

std::span<const ConceptList> concept_words_english_more() { return kEnglishMoreWords; }

}  // namespace mcpjury
