// Small words: times, numbers, plurals.

export const plural = (n, one, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
export const spaced = (name) => String(name ?? '').replaceAll('_', ' ');
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

// "15 Nov 2026, 14:49 UTC" of an RFC 3339 time; the text itself when it is none.
export function when(time) {
  const date = new Date(time);
  if (!time || Number.isNaN(date.getTime())) return String(time ?? '');
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return `${day}, ${date.toISOString().slice(11, 16)} UTC`;
}

export const percent = (value) => `${Math.round(value * 1000) / 10}%`;

export const facetStates = {
  seen: 'seen', absent: 'looked for, not there', not_looked: 'not looked at', could_not_see: 'could not be seen',
};

// An address worth a link: http or https, nothing else.
export function safeLink(address) {
  try {
    const url = new URL(address);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}
