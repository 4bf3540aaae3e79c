// Runs before the first paint: the reader's own choice of light or dark, when there is one, and the mark by which the
// style sheet knows that the script will replace what the server wrote.
(() => {
  const root = document.documentElement;
  root.classList.add('js');
  try {
    const chosen = localStorage.getItem('mcpjury-theme');
    if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen;
  } catch {
    // No storage: the system's choice stands.
  }
})();
