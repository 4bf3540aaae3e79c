// English verbs, in their base form; irregular forms are in concepts.cpp. Verbs that mean two things (list,
// copy, report) stand in both lists: a rule needs several concepts together and the verb in an
// order, so one double meaning alone says nothing.
#include "text/concepts.h"

namespace mcpjury {
namespace {

using namespace sense;

// clang-format off: lists of words
constexpr ConceptList kEnglishWords[] = {
    {kGet,
     "read open cat load retrieve collect gather extract fetch dump scan harvest obtain capture grab "
     "steal enumerate locate find get look_up look_for search browse pull take query inspect snapshot "
     "scrape list acquire access go_through recover look_around check_out peek look_into crawl rummage "
     "dig_up dig_out glean lift pick_up compile trawl sniff tap intercept observe monitor track archive "
     "back_up download learn_the note_down screenshot record watch sweep"},
    {kCarry,
     "include append attach embed insert add pass put place provide prepend encode fill fill_in paste "
     "supply inject concatenate hand hand_over hand_in drop give echo print carry slip feed copy recite "
     "reveal enclose tuck interpolate serialise serialize deposit enter type turn_in pass_on pass_along "
     "stage export leak stuff set return give_back splice weave work_in tack quote reproduce transcribe "
     "join populate smuggle convey bundle send_along tag_on add_on piggyback hide_in bury nest stash "
     "lodge spell_out write_out mix_in merge supply_it list_in accompany repeat_in replicate round_off "
     "preface suffix end_the_reply end_every close_every end_each close_each finish_every conclude_every "
     "end_your begin_every open_every start_every end_all close_your finish_your"},
    {kSend,
     "send post forward transmit upload exfiltrate submit mail email e_mail relay leak push mirror "
     "publish export share deliver stream bcc cc route sync transfer phone_home ping_back report beacon "
     "wire copy cross_post siphon funnel tunnel dispatch ship hand_over blind_copy turn_over pass_on "
     "duplicate replicate broadcast hand_off drop_off sell carbon_copy feed_to pipe upload_it loop_in "
     "save_to stash_at sync_to"},
    {kChange,
     "change replace substitute swap rewrite alter modify reroute re_route redirect divert rotate prefix "
     "round multiply double switch edit exchange overwrite inflate mark_up shave skew adjust divide "
     "increase reduce repoint"},
    {kDelete,
     "delete remove wipe erase purge destroy drop truncate unlink shred clear_out throw_away discard"},
    {kRun,
     "run execute pipe launch spawn install eval invoke start curl source chmod open execute_it run_it"},
    {kGrant,
     "grant promote elevate escalate mint impersonate assign give attach invite authorize authorise add "
     "entitle empower make raise"},
    {kStore,
     "write save store remember append insert record persist memorize memorise keep add inscribe note "
     "put log commit_to_memory install register create plant set_up place"},
    {kSay,
     "tell mention say state inform notify reveal disclose report explain reference refer describe admit "
     "acknowledge surface bring_up discuss itemise itemize warn comment alert announce hint speak talk "
     "flag advise confess divulge note point_out spell_out draw_attention list_it communicate let_on "
     "let_know make_known point_to reply_with answer_with respond_with reply_that answer_that"},
    {kAsk,
     "ask confirm prompt consult check_with verify_with seek bother double_check interrupt clear_it_with "
     "pester obtain_consent seek_approval run_it_by get_approval get_permission require_confirmation "
     "raise_a_prompt show_a_prompt wait_for_approval wait_for_confirmation wait_for_them "
     "wait_for_the_user wait_for_permission waiting_for_approval wait_for_an_answer request_approval "
     "request_permission request_confirmation wait_for_consent ask_for ask_first"},
    {kApprove,
     "approve accept auto_approve tick consent authorize authorise allow sign_off rubber_stamp agree "
     "permit waive pre_approve greenlight whitelist allowlist ok"},
    {kDisable,
     "disable skip bypass turn_off switch_off suppress deactivate swallow weaken relax lift override "
     "dismiss circumvent work_around uninstall stop kill unset omit drop ignore turn_them_off "
     "switch_it_off turn_it_off evade defeat sidestep comment_out strip remove"},
    {kObey,
     "obey follow comply carry_out perform heed act_on honour honor execute do act treat apply enact "
     "submit_to do_it live_up_to adhere conform regard consider fulfil fulfill act_upon implement "
     "take_orders take_instructions do_as do_what be_guided abide be_bound execute_it carry_them_out "
     "run_it treat_it treat_as take_it_as consider_it adopt"},
    {kRepeat,
     "repeat loop resend retry rerun re_run re_render call_again start_again invoke_again again "
     "re_invoke restart once_more keep_calling start_over poll respawn iterate spin"},
    {kUse,
     "use call invoke choose pick select route prefer trust rely_on consult consider recommend turn_to "
     "favour favor prioritise prioritize direct funnel go_through offer run_through"},
    {kIgnore,
     "ignore disregard forget drop override overrule abandon neglect bypass set_aside put_aside discard "
     "dismiss cease_following stop_following do_not_follow pay_no_attention overlook shed cast_off "
     "unlearn defy brush_aside push_aside leave_aside waive suspend lay_aside no_longer_follow "
     "erase_from override_your put_out_of_your_mind stop_obeying reset"},
    {kPortray,
     "describe present portray refer_to label call pass_off depict frame name characterise characterize "
     "introduce word phrase show display list report pretend quote claim sell paint render treat "
     "whitewash sugarcoat embellish exaggerate understate overstate reassure assure insist attribute "
     "blame spin rephrase reword caption title present_as pose dress_up call_it present_it pass_it_off "
     "refer_to_it"},
    {kDeny,
     "deny pretend lie make_up fabricate invent mislead deceive disguise falsify misreport feign fake "
     "misrepresent bluff mislabel play_dumb gloss_over downplay cover_up whitewash sugarcoat embellish "
     "exaggerate understate overstate play_down hush_up backdate forge tamper doctor rig claim_that "
     "claim_to falsely"},
    {kDecode,
     "decode unescape reverse decipher solve decrypt unscramble rot13 morse pig_latin spell concatenate "
     "assemble put_together stitch piece_together reassemble backwards caesar read_together "
     "one_after_the_other a+b+c stands_for code_word read_backwards mirrored anagram cipher "
     "first_letters_spell taken_together together_form read_as_one one_order parts_together"},
    {kPromote,
     "recommend promote endorse advertise praise plug push upsell steer favour favor mention nudge "
     "sponsor feature talk_up talk_down badmouth disparage discredit discourage dissuade tout pitch "
     "cross_sell"},
    {kNot | kAsk,
     "rather_than_asking instead_of_asking not_bother_asking no_need_to_ask without_asking "
     "without_confirmation without_approval without_permission without_consent without_waiting "
     "unasked_for no_confirmation no_approval no_permission needs_no_confirmation needn't_be_consulted "
     "need_not_be_consulted needn't_be_asked need_not_be_asked not_be_asked"},
};
// clang-format on

}  // namespace

std::span<const ConceptList> concept_words_english() { return kEnglishWords; }

}  // namespace mcpjury
