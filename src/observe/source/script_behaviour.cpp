#include "observe/source/script_behaviour.h"

#include <re2/re2.h>

#include <algorithm>

namespace mcpjury {
namespace {

constexpr std::size_t kMaxCode = 1u << 20;
constexpr std::size_t kMaxFound = 20;

// Compiled once; the program's own expressions, so a failure is ours.
class Words {
 public:
  explicit Words(const char* expression) : regex_(expression, re2::RE2::Quiet) {}
  bool in(std::string_view text) const {
    return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), regex_);
  }
  std::vector<std::string> all(std::string_view text) const {
    std::vector<std::string> out;
    re2::StringPiece rest(text.data(), text.size());
    std::string one;
    while (out.size() < kMaxFound && re2::RE2::FindAndConsume(&rest, regex_, &one)) out.push_back(one);
    return out;
  }

 private:
  re2::RE2 regex_;
};

void add(Behaviours& to, std::string_view name) {
  const auto place = std::lower_bound(to.begin(), to.end(), name);
  if (place == to.end() || *place != name) to.insert(place, std::string(name));
}

// Texts that are only shown to the user do nothing: echo "see https://…".
std::string without_echo(std::string_view script) {
  static const re2::RE2 kEcho(R"re((?i)\b(?:echo|printf)\s+(?:"(?:[^"\\]|\\.)*"|'[^']*'))re");
  std::string out(script.substr(0, kMaxCode));
  // What is piped onward is no mere text.
  if (out.find('|') != std::string::npos && out.find("||") == std::string::npos) return out;
  re2::RE2::GlobalReplace(&out, kEcho, "echo");
  return out;
}

// require of a file of the package, console output, a changed mode: what honest one-liners do.
bool is_harmless_inline(std::string_view code) {
  static const Words kGrave(
      R"re((?i)https?:|fetch|child_process|exec|spawn|eval\(|Function\(|base64|atob|fromCharCode|process\.env\b[^.]|dgram|net\.|\\x[0-9a-f]{2})re");
  return !kGrave.in(code);
}

}  // namespace

void add_behaviours(Behaviours& to, const Behaviours& more) {
  for (const std::string& one : more) add(to, one);
}

bool has_behaviour(const Behaviours& behaviours, std::string_view name) {
  return std::find(behaviours.begin(), behaviours.end(), name) != behaviours.end();
}

Behaviours script_behaviours(std::string_view script) {
  static const Words kFetch(
      R"re((?i)(?:^|[\s;&|("'`$])(?:curl|wget|aria2c|invoke-webrequest|iwr|start-bitstransfer|certutil(?:\.exe)?\s+-urlcache|bitsadmin)(?:\.exe)?\s)re");
  static const Words kDownloadString(
      R"re((?i)downloadstring|downloadfile|net\.webclient|invoke-restmethod)re");
  static const Words kPipe(
      R"re((?i)(?:curl|wget|iwr|invoke-webrequest)\b[^;&\n]*\|\s*(?:sudo\s+(?:-\w+\s+)*)?(?:(?:ba|z|da|k)?sh|node|python[0-9.]*|perl|ruby|iex|php)\b)re");
  static const Words kSubstitute(
      R"re((?i)(?:sh\s+-c|bash\s+-c|eval|source|\.)\s+["']?\$\((?:curl|wget)\b|<\((?:curl|wget)\b|iex\s*\(|invoke-expression)re");
  static const Words kKeptAndRun(
      R"re((?i)(?:curl|wget)\b.*(?:-o|-O|--output|--remote-name|>)\s*\S*.*(?:&&|;)\s*(?:(?:ba|z)?sh|node|python[0-9.]*|sudo|chmod\s+\S+\s+\S+\s*(?:&&|;)\s*\S+|\./\S+))re");
  static const Words kDecode(
      R"re((?i)base64\s+(?:-d|-D|--decode)\b|openssl\s+(?:enc|base64)\s+.*-d\b|['"]base64['"]|\batob\(|fromCharCode|b64decode|frombase64string|-enc(?:odedcommand)?\s+[A-Za-z0-9+/=]{16}|xxd\s+-r)re");
  static const Words kDecodedRun(
      R"re((?i)base64\s+(?:-d|-D|--decode)[^;&\n]*\|\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|node|python[0-9.]*|perl)\b|-enc(?:odedcommand)?\s+[A-Za-z0-9+/=]{16}|(?:eval|Function|exec)\s*\(.*(?:base64|atob|fromCharCode|b64decode))re");
  static const Words kShell(
      R"re((?i)(?:^|[\s;&|(])(?:(?:ba|z|da)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)\s+(?:-c|/c|-command|-e\w*|-nop\w*|-w\w*)\b|\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b)re");
  static const Words kInline(
      R"re((?i)(?:^|[\s;&|(])(?:node|bun|deno)\s+(?:-\S+\s+)*(?:-e|--eval|-p|--print|-pe)\s)re");
  static const Words kInlineOther(
      R"re((?i)(?:^|[\s;&|(])(?:python[0-9.]*\s+-c|perl\s+-e|ruby\s+-e|php\s+-r|deno\s+eval)\s)re");
  static const Words kTelemetry(
      R"re((?i)\bscarf\b|posthog|mixpanel|telemetry|google-analytics|segment\.io)re");
  static const Words kBuild(
      R"re((?i)(?:^|[\s;&|(/])(?:node-gyp(?:-build)?|prebuild-install|prebuildify|node-pre-gyp|prebuild|cmake-js|husky|simple-git-hooks|lefthook|is-ci|lint-staged|tsc|tsup|tsdown|rollup|webpack|vite|esbuild|swc|babel|unbuild|ncc|patch-package|playwright(?:-core)?\s+install|puppeteer\s+browsers|electron-builder|electron-rebuild|prisma\s+generate|ngcc|opencollective(?:-postinstall)?|npm-run-all|run-s|run-p|rimraf|shx|cpx|copyfiles|make|go\s+build|cargo\s+build|napi|neon|wasm-pack|(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:build|compile|prepare|install|ci|rebuild)|only-allow|check-node-version|npm-force-resolutions|skip-postinstall|node-gyp-build-optional-packages)(?:$|[\s;&|)]))re");
  const std::string text = without_echo(script);
  Behaviours out;
  const bool runs_fetched = kPipe.in(text) || kSubstitute.in(text) || kKeptAndRun.in(text);
  if (kFetch.in(text) || kDownloadString.in(text) || runs_fetched) add(out, "fetches");
  if (runs_fetched || (kDownloadString.in(text) && kSubstitute.in(text))) add(out, "runs_fetched");
  if (kDecode.in(text)) add(out, "decodes");
  if (kDecodedRun.in(text)) add(out, "runs_decoded");
  if (kShell.in(text)) add(out, "runs_shell");
  const bool inline_script = kInline.in(text);
  if ((inline_script && !is_harmless_inline(text)) || kInlineOther.in(text)) add(out, "runs_inline");
  if (inline_script) add_behaviours(out, code_behaviours(text, ScriptLanguage::kJavaScript));
  if (kTelemetry.in(text)) add(out, "telemetry");
  if (kBuild.in(text)) add(out, "build");
  return out;
}

std::vector<std::string> files_run_by(std::string_view script) {
  static const Words kFile(
      R"re((?:^|[\s;&|("'])(?:node|bun|deno\s+run|tsx|ts-node|(?:ba|z)?sh|python[0-9.]*)\s+(?:-[-\w=:]+\s+)*((?:\./)?[\w@][\w@./-]*))re");
  static const Words kRequired(R"re((?:require|import)\(\s*\\?["'](\.[\w@./-]*)\\?["'])re");
  static const Words kStarted(R"re((?:^|[;&|]\s*)(\./[\w@][\w@./-]*))re");
  std::vector<std::string> out = kFile.all(script);
  for (std::string& one : kRequired.all(script)) out.push_back(std::move(one));
  for (std::string& one : kStarted.all(script)) out.push_back(std::move(one));
  return out;
}

std::vector<std::string> scripts_run_by(std::string_view script) {
  static const Words kRun(
      R"re((?:^|[\s;&|(])(?:npm|pnpm|yarn|bun)\s+(?:run|run-script)\s+(?:-\S+\s+)*([\w:.-]+))re");
  return kRun.all(script);
}

Behaviours code_behaviours(std::string_view code, ScriptLanguage language) {
  struct Language {
    Words fetch, run, evaluate, decode, shell;
  };
  static const Language kScript = {
      Words(
          R"re((?:^|[^.\w])fetch\s*\(|\bhttps?(?:['"]\))?\.(?:get|request)\s*\(|\baxios\b|['"](?:node-fetch|undici|got|request|superagent|needle|download|phin)['"]|XMLHttpRequest|\bdgram\b|\bnet\.(?:connect|createConnection)\()re"),
      Words(
          R"re(['"](?:node:)?child_process['"]|\bexecSync\(|\bspawnSync?\(|\bexecFile(?:Sync)?\(|\bfork\()re"),
      Words(R"re((?:^|[^.\w])eval\s*\(|new\s+Function\s*\(|\bvm\.(?:runIn\w+|Script)|\._compile\s*\()re"),
      Words(
          R"re(['"]base64['"]\s*\)|\batob\s*\(|String\.fromCharCode\s*\(\s*(?:\.\.\.|[\w$.]+\s*\^|parseInt)|['"]hex['"]\s*\)\s*\.toString)re"),
      Words(
          R"re((?:exec|execSync|spawn|spawnSync)\s*\(\s*['"`](?:ba|z)?sh\b|['"`]\s*(?:cmd(?:\.exe)?|powershell(?:\.exe)?)\s+[-/])re")};
  static const Language kPython = {
      Words(
          R"re(\burlopen\s*\(|\burlretrieve\s*\(|\brequests\.(?:get|post|put|request)\s*\(|\bhttpx\.|\bhttp\.client\b|\bsocket\.(?:socket|create_connection)\s*\(|\baiohttp\b)re"),
      Words(
          R"re(\bsubprocess\.\w+\s*\(|\bos\.(?:system|popen|exec\w+|spawn\w+)\s*\(|\bcheck_(?:call|output)\s*\()re"),
      Words(R"re((?:^|[^.\w])(?:exec|eval)\s*\(\s*(?:[^\s)]|$))re"),
      Words(
          R"re(\bb(?:ase)?64\.\w*decode\s*\(|\bb64decode\s*\(|\bmarshal\.loads\s*\(|\bunhexlify\s*\(|\bbytes\.fromhex\s*\(|\bzlib\.decompress\s*\(|codecs\.decode\s*\([^)]*rot)re"),
      Words(R"re(\bos\.(?:system|popen)\s*\(|shell\s*=\s*True)re")};
  static const Language kRust = {
      Words(
          R"re(\breqwest\b|\bureq\b|\bTcpStream\b|Command::new\(\s*"(?:curl|wget)"|\bhyper\b|\battohttpc\b)re"),
      Words(R"re(\bCommand::new\s*\()re"), Words(R"re(\bdlopen\b|\blibloading\b)re"),
      Words(R"re(\bbase64\b.*\bdecode\b)re"), Words(R"re(Command::new\(\s*"(?:sh|bash|cmd|powershell))re")};
  static const Words kPipeline(
      R"re((?i)(?:curl|wget)\s[^\n"'`]*\|\s*(?:sudo\s+)?(?:(?:ba|z)?sh|node|python[0-9.]*)\b|(?:iex|invoke-expression)\b.{0,80}(?:downloadstring|iwr|invoke-webrequest)|(?:iwr|invoke-webrequest)\s[^\n"'`]*\|\s*iex)re");
  static const Words kShellFetch(R"re((?i)['"`\s](?:curl|wget)(?:\.exe)?['"`]?[\s,]+[\['"`-])re");
  // exec(open("version.py").read()) and its like read a file of the package.
  static const Words kReadsOwnFile(
      R"re((?:exec|eval)\s*\(\s*(?:compile\s*\(\s*)?(?:open\s*\(|\w+\.read(?:_text)?\s*\(|f\.read|fp\.read|read\(|Path\())re");
  static const Words kDecodedRun(
      R"re((?:eval|Function|exec|execSync|spawn|spawnSync|_compile|loads)\s*\(\s*(?:[\w.$]+\s*\(\s*){0,4}(?:Buffer\.from|atob|b(?:ase)?64|marshal\.loads|zlib\.decompress|codecs\.decode|bytes\.fromhex|__import__\(['"]base64))re");
  // Long enough to be a program; a checksum is not.
  static const Words kLongBlob(R"re(['"`][A-Za-z0-9+/=]{300})re");
  static const Words kDropped(
      R"re((?i)os\.tmpdir\s*\(\)|tempfile\.|/tmp/|%TEMP%|process\.env\.(?:TEMP|TMP|APPDATA|LOCALAPPDATA|PROGRAMDATA)\b)re");
  static const Words kDetached(
      R"re(detached\s*:\s*true|windowsHide\s*:\s*true|stdio\s*:\s*['"]ignore['"])re");
  static const Words kObfuscated(R"re((?:_0x[0-9a-f]{4,6}\b[^\n]{0,100}){8}|(?:\\x[0-9a-f]{2}){24})re");
  static const Words kTelemetry(
      R"re((?i)posthog|mixpanel|amplitude|google-analytics|scarf|telemetry|\banalytics\b)re");
  static const Words kCredentials(
      R"re((?i)JSON\.stringify\(\s*process\.env\s*\)|Object\.(?:keys|entries|assign)\(\s*(?:\{\}\s*,\s*)?process\.env\s*\)|dict\(os\.environ\)|json\.dumps\(\s*(?:dict\()?os\.environ|\.aws/credentials|\.ssh/id_|\.npmrc['"]|NPM_TOKEN|GITHUB_TOKEN|AWS_SECRET)re");
  code = code.substr(0, kMaxCode);
  if (language == ScriptLanguage::kShell) return script_behaviours(code);
  const Language& words = language == ScriptLanguage::kPython ? kPython
                          : language == ScriptLanguage::kRust ? kRust
                                                              : kScript;
  Behaviours out;
  const bool fetches = words.fetch.in(code) || kShellFetch.in(code);
  const bool runs = words.run.in(code);
  const bool evaluates =
      words.evaluate.in(code) && !(language == ScriptLanguage::kPython && kReadsOwnFile.in(code));
  const bool decodes = words.decode.in(code);
  const bool obfuscated = kObfuscated.in(code);
  if (fetches) add(out, "fetches");
  if (runs) add(out, "runs_commands");
  if (words.shell.in(code)) add(out, "runs_shell");
  if (decodes && (evaluates || (runs && kLongBlob.in(code)))) add(out, "decodes");
  if (obfuscated) add(out, "obfuscated");
  // A browser or a prebuilt binary is downloaded and laid beside the package; a payload is laid where nobody
  // looks and started unseen, or is run as code.
  if (kPipeline.in(code) || (fetches && evaluates) ||
      (fetches && runs && kDropped.in(code) && kDetached.in(code)))
    add(out, "runs_fetched");
  if (kDecodedRun.in(code) || (obfuscated && (runs || fetches || evaluates))) add(out, "runs_decoded");
  if (fetches && kTelemetry.in(code)) add(out, "telemetry");
  if (kCredentials.in(code) && fetches) add(out, "reads_environment");
  return out;
}

}  // namespace mcpjury
