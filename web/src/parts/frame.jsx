// Around every page: where we are in the navigation, the choice of light or dark, and the end of a page that broke.
import { Component, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const sections = { home: '/', report: '/', compare: '/', directory: '/directory', server: '/directory', diff: '/directory',
                   rules: '/rules', rule: '/rules', engines: '/engines', methodologies: '/methodologies', methodology: '/methodologies' };

// What the server wrote: taken out, so that no id stands twice, and put back when the page breaks.
const written = document.getElementById('static');

export function Frame({ page, children }) {
  useEffect(() => {
    written?.remove();
    for (const link of document.querySelectorAll('header nav a')) {
      if (link.getAttribute('href') === sections[page]) link.setAttribute('aria-current', page === 'home' || location.pathname === sections[page] ? 'page' : 'true');
    }
    render(<Theme />, document.getElementById('tools'));
  }, []);
  return <Broken>{children}</Broken>;
}

const themes = [['system', 'System colours'], ['light', 'Light'], ['dark', 'Dark']];

function Theme() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? 'system');
  const choose = (event) => {
    const chosen = event.currentTarget.value;
    setTheme(chosen);
    if (chosen === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
    try {
      if (chosen === 'system') localStorage.removeItem('mcpjury-theme');
      else localStorage.setItem('mcpjury-theme', chosen);
    } catch {
      // No storage: the choice holds for this page.
    }
  };
  return (
    <label class="theme"><span class="away">Colours</span>
      <select value={theme} onChange={choose}>{themes.map(([value, name]) => <option key={value} value={value}>{name}</option>)}</select>
    </label>
  );
}

// What the server wrote comes back when the script cannot draw the page.
class Broken extends Component {
  componentDidCatch(error) {
    this.setState({ broken: true });
    if (written) document.getElementById('main').append(written);
    document.documentElement.classList.remove('js');
    setTimeout(() => { throw error; });
  }

  render() {
    return this.state.broken ? null : this.props.children;
  }
}
