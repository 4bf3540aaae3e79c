// Text that somebody hostile wrote, cut into what can be seen and what cannot.
//
// The same set as kUnseen in src/base/escape.cpp: controls, default ignorables, separators, annotation marks. Line
// breaks and tabs are layout and stay.

const kUnseen = [
  [0x0000, 0x0008], [0x000b, 0x000c], [0x000e, 0x001f], [0x007f, 0x009f], [0x00ad, 0x00ad], [0x034f, 0x034f],
  [0x061c, 0x061c], [0x115f, 0x1160], [0x17b4, 0x17b5], [0x180b, 0x180f], [0x200b, 0x200f], [0x2028, 0x202e],
  [0x2060, 0x206f], [0x3164, 0x3164], [0xfe00, 0xfe0f], [0xfeff, 0xfeff], [0xffa0, 0xffa0], [0xfff0, 0xfffc],
  [0xfffe, 0xffff], [0x1bca0, 0x1bca3], [0x1d173, 0x1d17a], [0xe0000, 0xe0fff],
];
const kNames = {
  0x00ad: 'soft hyphen', 0x200b: 'zero-width space', 0x200c: 'zero-width non-joiner', 0x200d: 'zero-width joiner',
  0x200e: 'left-to-right mark', 0x200f: 'right-to-left mark', 0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding', 0x202c: 'end of direction', 0x202d: 'left-to-right override',
  0x202e: 'right-to-left override', 0x2060: 'word joiner', 0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate', 0x2068: 'first strong isolate', 0x2069: 'end of isolate', 0xfeff: 'byte order mark',
};

export const isUnseen = (code) => (code < 0x20 || code > 0x7e) && (code >= 0xd800 && code <= 0xdfff
  || kUnseen.some(([low, high]) => code >= low && code <= high));
export const numberOf = (code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
const isTag = (code) => code >= 0xe0020 && code <= 0xe007e;

export function nameOf(code) {
  if (kNames[code]) return kNames[code];
  if (code >= 0xe0000) return 'tag character';
  if (code >= 0xfe00 && code <= 0xfe0f) return 'variation selector';
  return code < 0xa0 ? 'control character' : 'invisible character';
}

// [{text}] and [{unseen: 'U+200B', name}] in order; a run of tag characters is one piece with what it spells:
// {unseen: '26 tag characters', hidden: 'ignore previous…'}.
export function pieces(text) {
  const out = [];
  let plain = '', tags = '';
  const flush = () => {
    if (tags) out.push({ unseen: `${tags.length} tag character${tags.length === 1 ? '' : 's'}`, hidden: tags });
    if (plain) out.push({ text: plain });
    plain = tags = '';
  };
  for (const char of String(text)) {
    const code = char.codePointAt(0);
    if (isTag(code)) {
      if (plain) flush();
      tags += String.fromCharCode(code - 0xe0000);
    } else if (isUnseen(code)) {
      flush();
      out.push({ unseen: numberOf(code), name: nameOf(code) });
    } else {
      if (tags) flush();
      plain += char;
    }
  }
  flush();
  return out;
}

// How JSON reports write a text: unseen characters as <U+200B>. With where each character of the result came from.
function written(text) {
  let out = '';
  const from = [];
  let at = 0;
  for (const char of text) {
    const code = char.codePointAt(0);
    const shown = isUnseen(code) ? `<${numberOf(code)}>` : char;
    for (let i = 0; i < shown.length; i++) from.push(at);
    out += shown;
    at += char.length;
  }
  from.push(at);
  return { out, from };
}

// Where the quotation of a finding stands in the whole text: {start, end} in the text, or null. A quotation may end
// in "…" where it was cut.
export function findQuote(text, quote) {
  const { out, from } = written(text);
  const whole = quote.endsWith('\u2026') ? quote.slice(0, -1).replace(/<U\+[0-9A-F]*$/, '') : quote;
  if (!whole) return null;
  const at = out.indexOf(whole);
  if (at < 0) return null;
  let end = from[at + whole.length];
  // A cut in the middle of a hidden word is the end of that word.
  if (whole !== quote) while (end < text.length && isTag(text.codePointAt(end))) end += 2;
  return { start: from[at], end };
}

// For places that take plain text only, as a window's title.
export const seenOnly = (text) => pieces(text).map((piece) => piece.text ?? '').join('');

// The string an RFC 6901 pointer leads to; null when there is none.
export function atPointer(value, pointer) {
  let here = value;
  for (const step of String(pointer).split('/').slice(1)) {
    if (here === null || typeof here !== 'object') return null;
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!Object.hasOwn(here, key)) return null;
    here = here[key];
  }
  return here;
}

// What a finding points to in the evidence record. Findings of a file point into the file, which may have been a whole
// JSON-RPC reply or a bare list of tools; findings of a live server point into the record itself.
export function textAt(record, pointer) {
  if (!pointer) return null;
  if (pointer.startsWith('/facets/')) return atPointer(record, pointer);
  const definition = record?.facets?.definition?.data ?? null;
  const inner = pointer.startsWith('/result/') ? pointer.slice('/result'.length) : pointer;
  return atPointer(definition, inner) ?? atPointer(definition?.tools ?? null, inner);
}
