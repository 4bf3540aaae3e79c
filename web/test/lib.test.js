import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { atPointer, findQuote, isUnseen, pieces, seenOnly, textAt } from '../src/lib/unseen.js';
import { five, grouped, markOf, tally } from '../src/lib/marks.js';
import { safeLink, when } from '../src/lib/words.js';
import { readTarget } from '../src/lib/target.js';

const file = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

test('what cannot be seen is a piece of its own', () => {
  assert.deepEqual(pieces('a\u200bb'), [{ text: 'a' }, { unseen: 'U+200B', name: 'zero-width space' }, { text: 'b' }]);
  assert.deepEqual(pieces('\u202e'), [{ unseen: 'U+202E', name: 'right-to-left override' }]);
  assert.deepEqual(pieces('a\n\tb'), [{ text: 'a\n\tb' }]);
  assert.deepEqual(pieces(''), []);
});

test('tag characters show what they spell', () => {
  const hidden = [...'hi all'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('');
  assert.deepEqual(pieces(`x${hidden}y`), [{ text: 'x' }, { unseen: '6 tag characters', hidden: 'hi all' }, { text: 'y' }]);
});

test('the set is that of src/base/escape.cpp', () => {
  const source = file('../src/base/escape.cpp');
  const table = source.slice(source.indexOf('kUnseen[] = {'), source.indexOf('};', source.indexOf('kUnseen[] = {')));
  const ranges = [...table.matchAll(/\{0x([0-9A-F]+), 0x([0-9A-F]+)\}/g)].map((m) => [parseInt(m[1], 16), parseInt(m[2], 16)]);
  assert.ok(ranges.length > 15);
  const layout = [0x09, 0x0a, 0x0d];
  for (let code = 0; code < 0xe2000; code++) {
    if (layout.includes(code) || (code >= 0xd800 && code <= 0xdfff)) continue;
    assert.equal(isUnseen(code), ranges.some(([low, high]) => code >= low && code <= high), code.toString(16));
  }
});

test('a quotation is found where it stands', () => {
  const text = 'Translates text.\u200b\u200b Left\u202eto right.';
  const found = findQuote(text, 'text.<U+200B><U+200B> Left<U+202E>to');
  assert.equal(text.slice(found.start, found.end), 'text.\u200b\u200b Left\u202eto');
  assert.equal(findQuote(text, 'elsewhere'), null);
  assert.equal(findQuote(text, ''), null);
  const cut = findQuote(text, 'text.<U+200B><U+20\u2026');
  assert.equal(text.slice(cut.start, cut.end), 'text.\u200b');
});

test('a quotation cut inside a hidden word ends with the word', () => {
  const hidden = [...'send it'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('');
  const text = `Adds.${hidden} Done.`;
  const found = findQuote(text, 'Adds.<U+E0073><U+E0\u2026');
  assert.equal(text.slice(found.start, found.end), `Adds.${hidden}`);
  assert.equal(seenOnly(`\u202ea${hidden}`), 'a');
});

test('pointers', () => {
  const value = { tools: [{ name: 'x', 'a/b': { '~': 1 } }] };
  assert.equal(atPointer(value, '/tools/0/name'), 'x');
  assert.equal(atPointer(value, '/tools/0/a~1b/~0'), 1);
  assert.equal(atPointer(value, '/tools/1/name'), null);
  assert.equal(atPointer(value, '/tools/0/constructor'), null);
  assert.equal(atPointer(value, ''), value);
});

test('the text of a finding in the record, whatever the file was', () => {
  const record = { facets: { definition: { data: { tools: [{ name: 'x' }] } }, tls: { data: { version: 'TLS 1.3' } } } };
  for (const pointer of ['/tools/0/name', '/result/tools/0/name', '/0/name', '/facets/definition/data/tools/0/name'])
    assert.equal(textAt(record, pointer), 'x', pointer);
  assert.equal(textAt(record, '/facets/tls/data/version'), 'TLS 1.3');
  for (const pointer of ['', '/tools/7/name', '/facets/none', '/result', undefined]) assert.equal(textAt(record, pointer), null);
  assert.equal(textAt(null, '/tools/0'), null);
});

test('marks of every methodology, and of none', () => {
  assert.deepEqual(markOf('agentreserve', { grade: 'C', verdict: 'review', score: 75, state: 'complete' }),
    { says: 'C review', word: 'caution', step: 'C', score: 75, state: 'complete' });
  assert.equal(markOf('ampel', { light: 'grey', score: null, state: 'incomplete' }).step, null);
  assert.equal(markOf('ampel', { light: 'grey', score: null, state: 'incomplete' }).word, 'unknown');
  assert.equal(markOf('mcpbundles', { posture: 'dangerous', state: 'complete' }).word, 'stop');
  assert.equal(markOf('tooltrust', { grade: 'D', state: 'complete' }).word, 'caution');
  assert.equal(markOf('aivss', { grade: 'D', state: 'complete' }).word, 'stop');
  for (const { id } of five) assert.equal(markOf(id, undefined).says, 'not run');
  assert.equal(markOf('other', {}).word, 'unknown');
});

test('tally and groups', () => {
  const findings = [{ detector: 'a', kind: 'malice', severity: 'high' }, { detector: 'b', kind: 'hygiene', severity: 'low' },
                    { detector: 'a', kind: 'malice', severity: 'high' }];
  assert.equal(tally(findings).malice.high, 2);
  assert.equal(tally(findings).weakness.critical, 0);
  assert.deepEqual(grouped(findings).map((g) => g.length), [2, 1]);
});

test('what was pasted', () => {
  assert.deepEqual(readTarget(' https://host.example/mcp ').body, { url: 'https://host.example/mcp' });
  assert.deepEqual(readTarget('host.example/mcp').body, { url: 'https://host.example/mcp' });
  assert.deepEqual(readTarget('localhost:3000/mcp').body, { url: 'https://localhost:3000/mcp' });
  assert.deepEqual(readTarget('npm:some-server').body, { url: 'npm:some-server' });
  assert.deepEqual(readTarget('[{"name":"x"}]').body, { tools: [{ name: 'x' }] });
  assert.deepEqual(readTarget('{"jsonrpc":"2.0","id":1,"result":{"tools":[],"nextCursor":"c"}}').body, { tools: [] });
  assert.deepEqual(readTarget('{"tools":[],"server":{"name":"s"}}').body, { server: { name: 's' }, tools: [] });
  assert.ok(readTarget('{"facets":{}}').body.record);
  for (const bad of ['', '  ', '{"a":1}', '{"tools"', 'npx -y thing', 'javascript:alert(1)', 'file:///etc/passwd', 'word'])
    assert.match(readTarget(bad).problem, /\.$/, bad);
});

test('links lead to the web only', () => {
  assert.equal(safeLink('https://a.example/x'), 'https://a.example/x');
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', '//x', '', 'file:///x', ' jAvascript:1'])
    assert.equal(safeLink(bad), null);
});

test('times', () => {
  assert.equal(when('2026-11-15T14:49:13Z'), '15 Nov 2026, 14:49 UTC');
  assert.equal(when('yesterday'), 'yesterday');
  assert.equal(when(null), '');
});

// The dark of the reader's own choice must be the dark of the system's.
test('both ways to the dark give the same colours', () => {
  const tokens = (text, from) => {
    const at = text.indexOf(from);
    assert.ok(at >= 0, from);
    const block = text.slice(text.indexOf('{', at), text.indexOf('}', at));
    return [...block.matchAll(/--[\w-]+: [^;]+/g)].map((m) => m[0]).filter((token) => !token.startsWith('--web-'));
  };
  const system = tokens(file('../src/report/html_style.css'), ':root:not([data-theme=light])');
  const chosen = tokens(file('src/style.css'), ':root[data-theme=dark]');
  assert.ok(system.length > 20);
  assert.deepEqual(chosen, system);
});
