// Addresses of the pages. A server's key may hold anything, so it is one encoded segment.

export function route(path) {
  let parts;
  try {
    parts = path.split('/').slice(1).filter((one, i, all) => one !== '' || i < all.length - 1).map(decodeURIComponent);
  } catch {
    return { page: 'none' };
  }
  const [first, second, third, ...more] = parts;
  if (more.length > 0) return { page: 'none' };
  if (first === undefined) return { page: 'home' };
  if (second === undefined) return { page: { directory: 'directory', rules: 'rules', engines: 'engines', methodologies: 'methodologies' }[first] ?? 'none' };
  if (first === 'scans' && third === undefined) return { page: 'report', id: second };
  if (first === 'scans' && third === 'compare') return { page: 'compare', id: second };
  if (first === 'servers' && third === undefined) return { page: 'server', server: second };
  if (first === 'servers' && third === 'diff') return { page: 'diff', server: second };
  if (third !== undefined) return { page: 'none' };
  if (first === 'rules') return { page: 'rule', id: second };
  if (first === 'methodologies') return { page: 'methodology', id: second };
  return { page: 'none' };
}
