// The one style sheet of the page. Colours keep a contrast of 4.5 or more against what they stand on, in the
// light and in the dark; nothing is told by colour alone.
#include "report/html_parts.h"

namespace mcpjury {

std::string_view html_style() {
  return R"css(
:root{color-scheme:light dark;--page:#f7f7f5;--card:#fff;--ink:#1f2328;--soft:#57606a;--line:#d9dde2;--fill:#eceff2;
--link:#0b57a4;--stop:#a8201a;--stop-fill:#fbe9e7;--caution:#7a4d00;--caution-fill:#fff2d6;--allow:#1a6334;
--allow-fill:#e5f3e8;--unknown:#50575e;--unknown-fill:#eceff2;--mark:#fff1b8;--unseen:#8c1d6b;--unseen-fill:#fbe4f3;
--critical:#8c1d18;--high:#c4442f;--medium:#b87503;--low:#4f7ca8;--info:#6f7780}
@media (prefers-color-scheme:dark){:root{--page:#14171a;--card:#1c2024;--ink:#e7e9eb;--soft:#a9b1ba;--line:#363c44;
--fill:#2a3037;--link:#8bbdf5;--stop:#ffa59d;--stop-fill:#43201d;--caution:#f3c66b;--caution-fill:#3d2f12;
--allow:#86d29b;--allow-fill:#1b3524;--unknown:#b6bdc5;--unknown-fill:#2a3037;--mark:#4c4212;--unseen:#ffa9dc;
--unseen-fill:#4a1f3b;--critical:#f0857c;--high:#e06d57;--medium:#d99a2b;--low:#6f9dca;--info:#8b939c}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main,footer{max-width:66rem;margin:0 auto;padding:.25rem 1rem 0}
main>h1{margin:1.25rem 0 .5rem}
.skip{position:absolute;left:-9999px}.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.5rem;z-index:1}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:2px}
h1,h2,h3,h4{line-height:1.25;margin:0;overflow-wrap:anywhere}
h1{font-size:1.7rem}h2{font-size:1.25rem}h3{font-size:1.05rem}h4{font-size:1rem}
section{margin:2rem 0}section>h2,section>h3{margin-bottom:.75rem}
.verdict{border:1px solid var(--line);border-left:.5rem solid var(--unknown);border-radius:.5rem;background:var(--card);
padding:1.25rem;margin:1.25rem 0}
.verdict p{margin:.4rem 0 0;overflow-wrap:anywhere}
.word{display:inline-block;font-weight:700;letter-spacing:.03em;padding:.15rem .6rem;border-radius:.35rem;
margin-bottom:.6rem;background:var(--unknown-fill);color:var(--unknown)}
.stop{border-left-color:var(--stop)}.stop>.word,.word.stop{background:var(--stop-fill);color:var(--stop)}
.caution{border-left-color:var(--caution)}.caution>.word,.word.caution{background:var(--caution-fill);color:var(--caution)}
.allow{border-left-color:var(--allow)}.allow>.word,.word.allow{background:var(--allow-fill);color:var(--allow)}
.soft{color:var(--soft)}
.reason{font-size:1.1rem}
.pictures{margin-bottom:1rem;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1rem}
figure,.card,.box{margin:0;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1rem}
figcaption{font-weight:600;margin-bottom:.6rem}
svg{display:block;width:100%;max-width:30rem;height:auto}
svg text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:var(--ink)}
svg .name{font-weight:600}svg .faint{fill:var(--soft)}svg .mid{text-anchor:middle}svg .end{text-anchor:end}
.seg{fill:var(--fill)}.seg.on{fill:var(--unknown)}.seg.on.s-stop{fill:var(--stop)}.seg.on.s-caution{fill:var(--caution)}
.seg.on.s-allow{fill:var(--allow)}svg .inseg{font-weight:700;fill:var(--card)}
.critical{fill:var(--critical)}.high{fill:var(--high)}.medium{fill:var(--medium)}.low{fill:var(--low)}.info{fill:var(--info)}
.axis{stroke:var(--line)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.94rem}
caption{text-align:left;font-size:.9rem;color:var(--soft);padding-bottom:.4rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-top:1px solid var(--line);overflow-wrap:break-word}
thead th{border-top:0;color:var(--soft);font-weight:600;white-space:nowrap}
td .word{margin:0;white-space:nowrap;font-size:.9rem}
tbody th{min-width:6rem}td.number{font-variant-numeric:tabular-nums;white-space:nowrap}
.chip{display:inline-block;font-size:.8rem;font-weight:700;text-transform:uppercase;letter-spacing:.03em;
padding:.05rem .45rem;border-radius:.3rem;border:1px solid currentColor;white-space:nowrap}
.c-critical,.c-high{color:var(--stop);background:var(--stop-fill)}.c-medium{color:var(--caution);background:var(--caution-fill)}
.c-low,.c-info{color:var(--unknown);background:var(--unknown-fill)}
details{background:var(--card);border:1px solid var(--line);border-radius:.5rem;margin:.6rem 0}
details>.inside{padding:0 1rem 1rem}
summary{cursor:pointer;padding:.75rem 1rem;overflow-wrap:anywhere}
summary h3,summary h4{display:inline;font-size:1rem;font-weight:600}
summary .soft{font-size:.9rem}
.place{border-top:1px solid var(--line);padding:.75rem 0 .25rem;scroll-margin-top:1rem}
.place p,.inside>p{margin:.3rem 0;overflow-wrap:anywhere}
blockquote{margin:.5rem 0;padding:.5rem .75rem;border-left:3px solid var(--caution);background:var(--fill);border-radius:0 .35rem .35rem 0}
mark{background:var(--mark);color:inherit;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.88rem;
overflow-wrap:anywhere;white-space:pre-wrap}
.unseen{background:var(--unseen-fill);color:var(--unseen);border:1px solid currentColor;border-radius:.25rem;padding:0 .2rem;
font-size:.78rem;font-weight:700;white-space:nowrap}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.88rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));gap:1rem;align-items:start}
.card p{margin:.4rem 0;overflow-wrap:anywhere}.card ul{margin:.4rem 0;padding-left:1.2rem}
.card details{border:0;margin:.5rem 0 0}.card summary{padding:.25rem 0}.card .inside{padding:0}
ul.plain{list-style:none;padding:0;margin:0}ul.plain li{padding:.3rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
ul.plain li:first-child{border-top:0}
footer{border-top:1px solid var(--line);margin-top:3rem;padding-top:1rem;padding-bottom:3rem;color:var(--soft);font-size:.9rem}
hr{border:0;border-top:2px solid var(--line);margin:3rem 0}
@media (max-width:30rem){body{font-size:15px}dl{grid-template-columns:1fr}dt{margin-top:.4rem}.verdict{padding:1rem}}
@media print{:root{--page:#fff;--card:#fff;--ink:#000;--soft:#333;--line:#999}body{font-size:10.5pt}.skip,nav{display:none}
a{color:inherit;text-decoration:none}details,figure,.card,.verdict,.place{break-inside:avoid}
details::details-content{content-visibility:visible;display:block;block-size:auto}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}main,footer{max-width:none;padding:0}}
)css";
}

}  // namespace mcpjury
