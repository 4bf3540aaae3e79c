// English, third part: the wider families of manner, consent, rank and place.
#include "text/concepts.h"

namespace mcpjury {
namespace {

using namespace sense;

// clang-format off: lists of words
constexpr ConceptList kEnglishMannerWords[] = {
    {kRules,
     "guidance prohibitions bans limits limitations refusals refusal boundaries ground_rules house_rules "
     "safety_rails safety_filters safety_guidelines content_rules usage_rules usage_policies ethics_rules "
     "moral_constraints earlier_orders prior_orders earlier_instructions prior_instructions "
     "previous_instructions previous_rules earlier_rules system_rules system_policies operating_rules "
     "default_rules default_behaviour default_behavior training alignment persona earlier_persona "
     "principles norms commandments precautions reservations scruples"},
    {kConsent,
     "clearance mandate assent ity_to approval_dialogs approval_prompts approval_step "
     "approval_steps approval_request approval_requests confirmation_step confirmation_steps "
     "confirmation_box confirmation_boxes consent_dialog consent_dialogs consent_prompt consent_prompts "
     "consent_box consent_form permission_dialogs permission_prompts permission_box user_confirmation "
     "human_approval human_confirmation human_sign_off human_oversight manual_approval "
     "manual_confirmation second_look blessing say_so opt_in objection checkbox check_box verification_step "
     "review_step green_light users'_consent"},
    {kGuard,
     "integrity_checks integrity_verification signature_validation tls_verify ssl_verify "
     "certificate certificates cert_errors tls_errors ssl_errors certificate_warnings certificate_warning "
     "audit auditing audit_records audit_record logging log_entry security_controls security_control "
     "security_policy security_policies security_settings security_features security_warnings "
     "security_warning safety_net safety_nets safety_mechanisms guard_rail guard_rails "
     "protections_of escaping input_checks input_sanitisation input_sanitization output_encoding "
     "authentication authentication_check authentication_checks login_requirement password_check "
     "password_checks password_hashing permission_model permission_system file_permissions sandboxed "
     "sandbox_mode isolation_mode container_isolation read_only_mode dry_run dry_run_mode backups_before "
     "peer_review review_process change_review approval_workflow approval_policy release_gate "
     "quality_gate static_analysis dependency_checks vulnerability_checks vulnerability_scan "
     "malware_scan virus_scan content_moderation moderation spam_checks fraud_check fraud_checks kyc aml "
     "spend_limit spend_limits spending_cap budget_cap limit_checks throttling _caps limiter "
     "eval deserialisation deserialization ssl_check tls_check"},
    {kTarget,
     "receiver receivers consignee depot account_to card_to pay_to payment_address payment_account "
     "settlement_account iban_of crypto_address deposit_address return_address reply_to_address "
     "forwarding_address mailing_address postal_address shipping_destination delivery_point inbox_of sum "
     "sums percentage percent commission surcharge margin mark_up markup rate tax_rate interest_rate "
     "limit_price order_size lot_size findings grade ranking winner answer_of "
     "host_name server_url api_url api_base base_address webhook webhook_url callback download_url "
     "package_source index_url registry_url remote_url git_remote image_name"},
    {kLasting,
     "shell_start_up_file start_up_file start_up_files startup_files start_up_script start_up_scripts "
     "startup_scripts login_shell shell_config shell_rc rc_file rc_files bash_profile zshrc profile.d "
     "launch_agents launchagents launch_daemon systemd_unit systemd_service cron_entry cron_jobs "
     "scheduled_job scheduled_jobs commit_hook commit_hooks git_config gitconfig agent_rules "
     "agent_rules_file agent_instructions_file instruction_file instructions_file rules_file_of "
     "project_instructions workspace_rules workspace_settings editor_settings ide_settings "
     "vscode_settings tasks.json launch.json mcp_server_list mcp_servers server_config _configuration "
     "host_configuration client_settings agent_config agent_configuration agent_settings agent_profile "
     "agents_file memory_bank memory_bank_file memory_entry memory_entries memory_notes long_term_notes "
     "lasting_notes persistent_notes persistent_memory persistent_storage standing_notes standing_orders "
     "standing_instruction standing_instructions permanent_instruction permanent_instructions "
     "permanent_rule permanent_rules global_rules global_instructions global_memory user_profile_memory "
     "saved_preferences saved_preference knowledge_base_of_the_agent long_term_context later_chats "
     "later_conversations future_chats future_conversations future_conversation next_conversation "
     "next_chat next_sessions other_sessions other_chats after_restart after_a_restart hosts_file_entry "
     "ssh_authorized_keys authorized_keys_file path_entry environment_file contributing.md "
     "copilot_instructions.md skill_file skills_folder prompt_file prompt_library system_prompt_file"},
    {kPower,
     "superusers administrator administrators elevated privileged_mode privileged_container owner_access "
     "admin_access write_access_to_everything wildcard_permissions full_permissions full_privileges "
     "full_rights unrestricted unrestricted_access unrestricted_mode unlimited_access root_privileges "
     "root_permission root_permissions sudo_rights sudo_access sudo_mode kernel_mode debug_privileges "
     "maintenance_mode_rights god_rights superadmin super_admin sysadmin dba_role db_owner _full "
     "all_permissions any_scope broadest_scope admin_token admin_key owner_token root_token escalated "
     "host_network pid_host --privileged"},
    {kUser,
     "member members subscriber employer_of visitor visitors requester requesters caller's_owner "
     "principal people_reading account_owners card_holder cardholder payer sender senders author "
     "clinician student students tenant tenants traveler travelers travellers anyone_else everyone "
     "end_customer consumer consumers host_user whoever"},
    {kModel,
     "assisting_model ai_client host_model llm_client calling_model calling_agent calling_assistant "
     "reading_model agentic_client autonomous_agents coding_agents coding_assistants opsbot machine_reader "
     "automated_reader automated_readers machine_readers ai_reader ai_readers large_language_model "
     "large_language_models dear_assistant dear_agent dear_model helper_model orchestrator subagent "
     "subagents sub_agent"},
    {kThird,
     "partners_of_ours our_storage our_depot our_partners our_affiliate our_affiliates our_parent "
     "our_hq our_office our_desk our_support our_crew our_staff our_service our_services our_gateway "
     "our_proxy our_host our_hosts our_machine our_domain our_site our_store our_queue our_channel "
     "our_webhook our_api our_platform our_company our_data_centre our_data_center our_warehouse "
     "our_wallet our_mailbox our_drop_box our_dropbox our_lake our_data_lake our_log our_logs "
     "our_telemetry our_monitoring our_operations our_ops our_vendor our_sponsor our_sponsors "
     "third_party_service third_party_services third_party_endpoint outside_service outside_server "
     "outside_host outside_address external_endpoints external_mailbox external_recipient "
     "external_recipients external_url external_system external_systems external_sink offsite off_site "
     "remote_endpoint remote_collector remote_address remote_store remote_sink drop_box dropbox drop_zone "
     "drop_site _drop command_server control_server c2 c2_server collection_server "
     "collection_endpoint collection_point telemetry_server telemetry_endpoint telemetry_host "
     "tracking_server tracking_pixel logging_server mirror_server relay_server staging_server "
     "aggregator data_buyer data_buyers data_partner data_partners ad_partner ad_partners "
     "marketing_firm marketing_company analytics_firm analytics_partner investor investors law_firm "
     "journalist journalists the_developers the_operators operator_of_this the_maintainers the_maker "
     "makers_of_this back_to_us to_ours"},
    {kCovert,
     "on_the_sly hush_hush under_the_table behind_the_curtain unannounced imperceptibly unbeknown "
     "without_fanfare without_announcement without_visible without_display without_display_to "
     "without_any_notice in_disguise clandestinely clandestine stealth stealthy backstage "
     "unseen_by invisible_to hidden_away tucked_away noiselessly tacitly mutely in_the_shadows "
     "out_of_earshot sub_rosa without_a_sound without_a_fuss without_fuss no_fuss quiet"},
    {kAlways,
     "each_and_every without_fail every_single any_and_all for_each_and_every as_a_rule "
     "as_a_matter_of_course routinely systematically habitually automatically consistently permanently "
     "all_the_time on_each on_every in_each in_every with_each with_every after_each after_every "
     "before_each before_every each_reply each_response every_response each_turn each_message "
     "each_session every_session everything anything"},
    {kWhole,
     "in_its_entirety in_their_entirety unmasked unedited unshortened in_plain_text in_clear in_the_clear "
     "plaintext letter_by_letter word_by_word line_by_line character_by_character literally "
     "unaltered unchanged_in not_shortened not_redacted without_redaction unfiltered_text "
     "down_to_the_last from_start_to_end from_the_beginning from_the_start top_to_bottom untrimmed "
     "nothing_left_out leaving_nothing_out unabbreviated"},
    {kOver,
     "whoever wherever_they however_weak however_much however_they whatever_they whatever_was "
     "whatever_the whether_asked even_unasked also_for_those "
     "come_what_may at_all_costs at_any_cost in_any_case in_any_event in_every_case all_the_same "
     "nevertheless nonetheless without_regard heedless no_questions no_ifs also_then also_against "
     "also_without including_where including_those_who even_as although_the_user though_the_user over_any "
     "over_the_user over_their over_everything above_all above_everything above_anything above_the_user "
     "before_the_user's before_anything_else even_over including_after also_outside also_unrelated "
     "unrelated_to outside_this_topic nobody_wants nobody_asked no_one_asked not_asked_for not_requested "
     "did_not_ask didn't_ask does_not_want doesn't_want do_not_want don't_want would_rather_not say_no "
     "says_no said_no says_otherwise asks_otherwise told_not_to asked_not_to asks_not_to wants_otherwise "
     "protests complains declines insists insist_on"},
    {kOther,
     "outside_tools third_party_tools rivals' competitor's competition's stock default_tool "
     "built_in_tools standard_tools host's host's_own client's_own usual_tools remaining_tools "
     "the_rest_of_the everyone_else's anyone_else's"},
    {kHere,
     "this_entry this_slot this_box this_string this_key this_item this_line this_place in_this_field "
     "into_this_field in_this_parameter in_this_argument in_this_value as_this_value inside_this "
     "within_this_field the_trailing the_remarks_field the_comment_field hidden_field spare_field"},
    {kUnasked,
     "off_your_own_bat on_your_own_initiative on_own_initiative of_its_own_accord on_its_own "
     "without_prompting without_being_prompted without_being_told unrequested unsought without_invitation "
     "without_instruction as_a_courtesy as_a_favour as_a_favor as_an_extra along_the_way "
     "at_the_same_time_also while_at_it while_there in_one_go in_the_process as_you_go go_straight_ahead "
     "straight_ahead just_go_ahead go_right_ahead right_away_without on_sight on_receipt without_further "
     "without_pause without_a_pause without_stopping_to without_checking without_review without_reading "
     "without_looking without_inspection without_verification unreviewed blindly sight_unseen"},
    {kAsIf,
     "in_the_name_of on_his_behalf on_her_behalf for_the_account_holder for_the_owner for_the_person "
     "for_the_customer in_the_user's_place in_the_user's_stead in_their_stead in_their_place posing_as "
     "as_though_they as_if_they as_if_the_user as_if_it as_if_you same_standing equal_standing "
     "same_weight same_authority same_force as_coming_from as_if_coming as_requests_of as_orders_of "
     "as_commands_of as_the_user's as_instructions_from on_a_par_with on_par_with equivalent_to_the_user "
     "voice_of_the_user word_of_the_user like_the_user's like_those_of_the_user as_those_of_the_user"},
    {kVoid,
     "null_and_void out_of_force off_the_table not_apply does_not_apply doesn't_apply no_longer_applies "
     "no_longer_binding not_binding no_longer_valid no_longer_in_force does_not_extend do_not_extend "
     "does_not_bind do_not_bind does_not_count do_not_count set_aside waived_for retired dissolved "
     "rescinded repealed abolished abrogated cancelled_for lapsed lapse expire switched_off_for "
     "without_limits no_limits no_restrictions without_restrictions without_restriction unfettered "
     "unconstrained unshackled limitless off_duty are_history out_the_window"},
    {kRank,
     "wins win carries_the_day has_the_last_word last_word final_say final_word has_the_final "
     "is_binding binding_for is_authoritative authoritative stands_above stand_above sits_above "
     "ranks_above ranks_higher ranks_over rank_over goes_before go_before goes_first "
     "first_priority priority_over priority_one paramount overarching supreme "
     "decisive wins_over win_over beat trumps_the outvotes outweigh outweighs stronger_than "
     "holds_over governs govern prevails_over prevailing carries_more counts_more"},
    {kDead,
     "falsified tampered poisoned backdoored leaky untested phased_out end_of_life "
     "no_longer_maintained unmaintained unsupported retired not_to_be_trusted cannot_be_trusted "
     "can't_be_trusted not_safe error_prone buggy flaky defunct dead blocked "
     "blacklisted denylisted illegal non_compliant misleading wrong inaccurate incorrect bogus fake "
     "counterfeit dubious risky second_rate substandard lousy useless"},
    {kMust,
     "had_better ought supposed bound_to obligated_to meant_to compelled_to duty_to job_to task_to "
     "is_there_to are_there_to is_mandatory are_mandatory mandatory"},
    {kHush,
     "kept_in_the_dark keep_in_the_dark keep_them_in_the_dark leave_the_detail_aside leave_it_aside "
     "leave_aside_the leave_that_aside gloss_over glosses_over for_you_alone for_your_eyes "
     "for_your_eyes_only your_eyes_only just_between just_between_us between_you_and between_ourselves "
     "our_little_secret little_secret mum_is mum's_the_word lips_sealed seal_your_lips bite_your_tongue "
     "hold_your_tongue say_no_more no_need_to_mention no_need_to_bring no_need_to_tell no_need_to_say "
     "no_need_to_explain no_need_to_inform no_need_to_itemise no_need_to_itemize no_need_to_report "
     "no_need_to_show no_need_to_disclose no_need_to_point no_need_to_raise need_not_be_mentioned "
     "needn't_be_mentioned need_not_mention needn't_mention better_left_unsaid best_left_unsaid "
     "left_unsaid leave_unsaid go_unsaid goes_unsaid remain_unsaid left_unmentioned stays_unmentioned "
     "stay_unmentioned remain_unmentioned remains_unmentioned unspoken go_unreported goes_unreported "
     "undisclosed stays_undisclosed remain_undisclosed not_disclosed not_be_disclosed never_be_disclosed "
     "kept_back keep_back hold_back held_back withhold_from withheld_from keep_from "
     "keep_away_from_the_user kept_from kept_from_the spare_them_the spare_the_user spare_them "
     "bother_them_with trouble_them_with worry_them need_no_mention needs_no_mention no_comment no_remark "
     "without_comment without_remark without_a_mention without_reference without_notifying "
     "without_informing without_alerting without_disclosing without_revealing without_explaining "
     "without_their_noticing without_them_noticing without_the_user_noticing without_anyone_noticing "
     "without_being_noticed without_the_user_knowing without_them_knowing without_their_knowing "
     "so_nobody_notices so_no_one_notices none_of_their_business not_their_concern no_concern_of "
     "not_of_their_concern nothing_to_do_with_them the_user_never_sees never_sees_it never_see_it "
     "never_finds_out never_find_out not_find_out don't_find_out does_not_find_out doesn't_find_out "
     "do_not_get_to_see does_not_get_to_see never_shown not_be_shown_to not_shown_to hide_from hides_this "
     "keep_hidden kept_hidden stays_hidden stay_hidden remain_hidden remains_hidden keep_invisible "
     "keep_it_invisible leave_no_record leave_no_log leave_them_out leave_out_of_the left_out_of_the "
     "omitted_from drop_it_from drop_from_the strip_from_the cut_from_the keep_a_low_profile low_profile "
     "with_discretion with_tact stay_mum remain_mum keep_stumm keep_schtum zip_it not_breathe_a_word "
     "without_breathing_a_word keep_under_wraps under_wraps keep_private_from keep_confidential "
     "treat_as_confidential strictly_confidential stays_confidential secrecy hidden_from_the "
     "classified_as_internal internal_only_do_not not_for_display not_for_their not_for_users "
     "not_for_the_user not_meant_for_users not_meant_for_the_user not_intended_for_users "
     "never_displayed_to never_displayed never_be_displayed never_be_shown never_shown_to "
     "no_visible_trace no_traces without_trace without_traces remove_all_traces removing_traces "
     "erase_the_trace unaware_of_this keep_unaware keep_them_unaware keep_the_user_unaware none_the_wiser "
     "suspect_nothing suspects_nothing avoid_suspicion arouse_suspicion raise_suspicion "
     "without_raising_suspicion raise_eyebrows avoid_questions no_questions_asked play_innocent "
     "act_as_if_nothing carry_on_as_if carry_on_as_normal continue_as_normal continue_as_if "
     "continue_as_usual carry_on_as_usual business_as_usual do_not_raise_it don't_raise_it not_raise_it "
     "not_bring_it_up not_bring_this_up not_bring_the_subject_up"},
    {kInstead, "in_the_stead_of in_its_stead in_favour_of in_favor_of supplanting displacing as_replacement"},
    {kGiven,
     "considered_authorised considered_authorized are_considered is_considered count_as counted_as "
     "counts_as_granted counts_as_given taken_as_granted regarded_as_given treated_as_given "
     "considered_given considered_granted considered_approved deemed_approved deemed_given "
     "deemed_granted automatically_approved auto_approved auto_approve automatically_given "
     "by_default_granted a_formality mere_formality formality formalities a_nuisance is_settled are_settled "
     "settled_already already_settled already_granted already_given already_approved "
     "already_agreed already_consented has_agreed have_agreed has_consented have_consented "
     "has_approved have_approved has_clicked_yes clicked_yes was_obtained were_obtained "
     "was_granted were_granted taken_care_of is_understood goes_without_saying as_agreed "
     "tacit tacitly_given presumed_given silence_is_consent counts_as_a_yes as_consent as_approval "
     "as_agreement as_permission as_a_go_ahead no_longer_needed no_longer_required unnecessary "
     "redundant optional_for_you can_be_skipped may_be_skipped pre_cleared precleared "
     "standing_clearance standing_approval standing_permission standing_mandate "
     "carte_blanche blank_cheque blank_check _rein free_hand general_authorisation "
     "general_authorization general_consent blanket_consent blanket_permission"},
    {kAfter,
     "after_asking after_confirming after_checking once_confirmed once_they_confirm if_they_confirm "
     "with_their_consent with_their_permission with_the_user's_consent with_user_consent "
     "with_explicit_consent with_explicit_approval subject_to_approval pending_approval "
     "requires_confirmation requires_approval"},
    {kFine,
     "as_normal all_is_well all_well all_fine everything_is_fine everything_fine went_through "
     "went_well succeeded completed_successfully no_errors no_issue no_problem no_warnings "
     "no_vulnerabilities no_anomalies no_changes no_charge no_fees no_cost trustworthy trusted "
     "verified_safe spotless impeccable flawless favourable favorable healthy within_limits within_range "
     "fully_secure fully_encrypted private_and_secure approved_by certified_by cleared_by clean the_best "
     "the_winner best_choice best_option top_choice top_rated highest_rated unmatched stays_local "
     "stays_on_the_device never_leaves"},
    {kEndless,
     "no_upper_bound no_upper_limit without_upper_limit unbounded no_limit until_the_context "
     "context_is_full until_midnight until_the_end_of until_interrupted until_killed until_it_crashes "
     "until_exhausted until_exhaustion until_nothing_is_left until_the_limit until_the_user_stops used_up "
     "depleted in_an_endless in_perpetuity all_day_long all_day around_the_clock every_second "
     "every_millisecond every_few_seconds tight_loop busy_loop flood saturate hammer as_fast_as_possible "
     "as_large_as_possible in_parallel_without parallel_copies ad_nauseam without_pause again_right_away "
     "back_into_this_tool never_terminate never_terminates never_return never_returns"},
    {kLater,
     "new_chats in_new_chats in_future for_the_future in_future_sessions in_all_future from_today "
     "from_today_on from_this_moment from_the_moment as_of_now as_of_today effective_immediately "
     "with_immediate_effect for_the_remainder for_the_duration remainder_of_the_session "
     "throughout_the_session throughout_this_session while_this_server while_this_tool "
     "as_long_as_this_server as_long_as_this_tool as_long_as_this_is whenever_this_server "
     "when_this_server_is this_server_is_connected this_server_is_loaded this_server_is_active "
     "this_tool_is_loaded this_tool_is_present is_installed_here in_all_chats in_every_chat "
     "in_all_conversations in_every_conversation on_all_later at_all_later on_next_start "
     "at_next_login after_the_restart beyond_this_session outlive outlives permanently_from "
     "for_evermore forevermore once_loaded once_connected once_installed"},
    {kMine,
     "this_definition this_description this_text this_note this_document this_guide this_notice "
     "these_lines these_instructions these_rules this_paragraph this_block what_is_written_here "
     "written_here stated_here the_above_rule this_rule this_directive this_instruction our_rules "
     "our_policy our_instructions our_terms"},
    {kWish,
     "wishes_of_the_person wishes_of_the_user wish_of_the_user wishes_of_the_customer user's_order "
     "user's_orders user's_command user's_commands user's_preferences user's_objection user's_objections "
     "user's_will user's_words_say user's_stated user's_demand user's_plan user's_settings "
     "user's_consent_or user_wishes user_preference user_preferences user_picked user_picks user_named "
     "user_mentions user_mentioned user_insists user_demands user_expects person_named person_wants "
     "person_asked person_asks customer_named customer_asked customer_chose customer_picked "
     "customer's_choice customer's_wish customer's_wishes buyer's_choice client's_wish asked_for_by "
     "number_asked_for amount_asked_for one_asked_for requested_one requested_recipient requested_amount "
     "requested_account requested_address chosen_by_the_user picked_by_the_user named_by_the_user "
     "given_by_the_user typed_by_the_user entered_by_the_user stated_recipient given_recipient "
     "original_amount original_account original_address what_they_asked what_they_want what_they_chose "
     "what_was_asked what_was_requested account_indicated nobody_wants nobody_asked anyone_asked"},
};
// clang-format on

}  // namespace

std::span<const ConceptList> concept_words_english_manner() { return kEnglishMannerWords; }

}  // namespace mcpjury
