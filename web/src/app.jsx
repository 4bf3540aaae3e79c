// Which page this is, from its address. Every page is a document of its own: links are plain links, and the way back
// is the browser's.
import { render } from 'preact';
import { Frame } from './parts/frame.jsx';
import { ComparePage } from './pages/compare.jsx';
import { DiffPage } from './pages/diff.jsx';
import { DirectoryPage } from './pages/directory.jsx';
import { EnginesPage } from './pages/engines.jsx';
import { HomePage } from './pages/home.jsx';
import { MethodologiesPage } from './pages/methodologies.jsx';
import { MethodologyPage } from './pages/methodology.jsx';
import { ReportPage } from './pages/report.jsx';
import { RulePage } from './pages/rule.jsx';
import { RulesPage } from './pages/rules.jsx';
import { ServerPage } from './pages/server.jsx';
import { route } from './lib/route.js';

const pages = {
  home: HomePage, directory: DirectoryPage, report: ReportPage, compare: ComparePage, server: ServerPage, diff: DiffPage,
  rules: RulesPage, rule: RulePage, engines: EnginesPage, methodologies: MethodologiesPage, methodology: MethodologyPage,
};

const { page, ...rest } = route(location.pathname);
// The server's own words stand where it knows no such page.
if (pages[page] && !document.querySelector('h1[data-status]')) {
  const Page = pages[page];
  render(<Frame page={page}><Page {...rest} /></Frame>, document.getElementById('app'));
} else {
  document.documentElement.classList.remove('js');
}
