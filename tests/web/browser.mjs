// The pages in Chromium, over the real service. browser.py starts the service, fills its history, and names what is
// there in MCPJURY_FACTS.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { base, launch, open, settled, tooWide, visit, wrongs } from './watch.mjs';

const facts = JSON.parse(process.env.MCPJURY_FACTS);
const shots = process.env.MCPJURY_SHOTS;
const desktop = { width: 1280, height: 900 }, phone = { width: 375, height: 800 };
mkdirSync(shots, { recursive: true });

// One tab for all: a new one is a new process. `fresh` puts it back to light and wide and forgets its faults.
let browser, context, page;
async function fresh() {
  page.faults.length = 0;
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  await page.setViewportSize(desktop);
}
before(async () => {
  browser = await launch();
  context = await browser.newContext({ viewport: desktop, colorScheme: 'light' });
  context.setDefaultTimeout(60_000);
  page = await open(context);
});
after(() => browser.close());

const key = encodeURIComponent;
const pages = {
  home: '/',
  directory: '/directory',
  report: `/scans/${facts.poisoned}`,
  hostile: `/scans/${facts.hostile}`,
  compare: `/scans/${facts.poisoned}/compare`,
  server: `/servers/${key(facts.changing)}`,
  diff: `/servers/${key(facts.changing)}/diff?from=${facts.older}&to=${facts.newer}`,
  aged: `/scans/${facts.aged}`,
  nothing: '/directory?q=no-such-server&verdict=stop',
  rules: '/rules?kind=malice',
  rule: '/rules/fake-system-framing',
  published: '/rules/AS-001',
  engines: '/engines',
  methodologies: '/methodologies',
  methodology: '/methodologies/tooltrust',
};

for (const [name, path] of Object.entries(pages)) {
  test(`${name}: light, dark, phone; nothing wrong`, async () => {
    await fresh();
    await visit(page, path);
    assert.ok((await page.title()).includes('mcpjury'));
    assert.equal(await page.locator('h1').filter({ visible: true }).count(), 1);
    assert.deepEqual(await wrongs(page), []);
    await page.screenshot({ path: join(shots, `${name}-light.png`) });
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await wrongs(page, ['color-contrast']), [], 'in the dark');
    await page.screenshot({ path: join(shots, `${name}-dark.png`) });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(phone);
    assert.equal(await tooWide(page), 0, 'wider than a phone');
    await page.screenshot({ path: join(shots, `${name}-phone.png`) });
    assert.equal(await page.evaluate(() => window.pwned), undefined);
    assert.deepEqual(page.faults, []);
  });
}

test('a real server is scanned through the page', async () => {
  await fresh();
  await visit(page, '/');
  await page.getByLabel('Address, package or tool list').fill(facts.live);
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  await page.waitForURL(/\/scans\/s_/);
  await page.locator('.verdict h1').waitFor();
  assert.match(await page.locator('.verdict').innerText(), /tools/);
  assert.equal(await page.locator('figure svg').first().locator('rect.on').count() > 0, true);
  assert.match(await page.locator('#coverage + *').innerText(), /protocol\s+.?\s*seen/);
  await page.screenshot({ path: join(shots, 'scanned-live.png'), fullPage: true });
  assert.deepEqual(page.faults, []);
});

test('what the guard refuses is told where it was asked', async () => {
  await fresh();
  await visit(page, '/');
  await page.getByLabel('Address, package or tool list').fill('http://169.254.169.254/latest/meta-data');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  assert.match(await page.getByRole('alert').innerText(), /169\.254\.169\.254|address/i);
  // Chromium writes every answer of 4xx to the console; nothing else may be there.
  assert.deepEqual(page.faults.filter((fault) => !/status of 4\d\d/.test(fault)), []);
});

test('a pasted tool list becomes a private report', async () => {
  await fresh();
  await visit(page, '/');
  await page.getByLabel('Address, package or tool list').fill(JSON.stringify({ server: { name: 'pasted-here' }, tools: [
    { name: 'add', description: 'Adds two numbers.', inputSchema: { type: 'object', properties: { a: { type: 'number' } } } }] }));
  await page.getByText('Reads as tool list of 1').waitFor();
  await page.getByText('Options', { exact: true }).click();
  await page.getByLabel('Deep: five judges').check();
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  await page.locator('.verdict h1').waitFor();
  assert.match(await page.locator('.verdict h1').innerText(), /pasted-here/);
  assert.match(await page.locator('section:has(> #judges)').innerText(), /5 judges read every tool/);
  assert.deepEqual(await wrongs(page), []);
  await visit(page, '/directory');
  assert.equal(await page.getByText('pasted-here').count(), 0);
  assert.deepEqual(page.faults, []);
});

test('the directory is filtered as one types, and the address keeps it', async () => {
  await fresh();
  await visit(page, '/directory');
  const all = await page.locator('.server').count();
  assert.ok(all >= 4);
  await page.getByLabel('Name or address').fill('weather');
  await page.waitForFunction(() => document.querySelectorAll('.server').length === 1);
  assert.match(await page.locator('.server h2').innerText(), /weather/);
  await page.waitForURL(/\/directory\?q=weather$/);
  await page.reload();
  await settled(page);
  await page.waitForFunction(() => document.querySelectorAll('.server').length === 1);
  await page.getByLabel('Name or address').fill('');
  await page.getByLabel('Has findings of').selectOption('malice');
  await page.waitForURL(/kind=malice/);
  await page.waitForFunction((n) => document.querySelectorAll('.server').length < n, all);
  assert.ok(await page.locator('.server').count() > 0);
  await page.getByLabel('Has findings of').selectOption('');
  await page.getByLabel('Verdict').selectOption('stop');
  await page.waitForURL(/directory\?verdict=stop$/);
  await page.waitForFunction(() => document.querySelectorAll('.server').length === document.querySelectorAll('.server.stop').length);
  assert.ok(await page.locator('.server.stop').count() > 0);
  assert.match(await page.getByLabel('Verdict').locator('option[value=stop]').innerText(), /Stop \(\d+\)/);
  assert.deepEqual(page.faults, []);
});

test('an old scan is called stale, and its badge is grey', async () => {
  await fresh();
  await visit(page, `/scans/${facts.aged}`);
  assert.match(await page.locator('.aged').innerText(), /this scan is 60 days old/);
  await visit(page, `/servers/${key(facts.agedServer)}`);
  assert.match(await page.locator('.aged').innerText(), /Stale/);
  const badge = await page.evaluate(async (path) => (await fetch(path)).text(), `/badge/${facts.agedServer}.svg`);
  assert.match(badge, /stale, 60 days old/);
  assert.deepEqual(page.faults, []);
});

test('more servers come by the cursor, each once', async () => {
  await fresh();
  // The page asks for fifty at a time; two at a time here, of the same server.
  await page.route('**/api/v1/servers?*', (route) => route.continue({ url: `${route.request().url()}&limit=2` }));
  await visit(page, '/directory');
  while (await page.getByRole('button', { name: 'Show more' }).count() > 0) {
    const before = await page.locator('.server').count();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.waitForFunction((n) => document.querySelectorAll('.server').length > n, before);
  }
  const names = await page.locator('.server h2 a').evaluateAll((all) => all.map((one) => one.href));
  assert.ok(names.length >= 5);
  assert.equal(new Set(names).size, names.length);
  await page.unroute('**/api/v1/servers?*');
  assert.deepEqual(page.faults, []);
});

test('evidence stands in place, with what nobody would see', async () => {
  await fresh();
  await visit(page, `/scans/${facts.hostile}`);
  const place = page.locator('.place').filter({ hasText: '/tools/0/description' }).first();
  await place.getByRole('button', { name: 'Show in place' }).click();
  await place.locator('pre').waitFor();
  assert.ok(await place.locator('pre .unseen').count() > 0);
  assert.match(await place.locator('pre').innerText(), /tag characters: “ignore previous instructions/);
  assert.match(await place.locator('pre').innerText(), /U\+202E/);
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  assert.equal(await page.locator('main script, main [onerror], main [onload], main a[href^="javascript"]').count(), 0);
  await place.scrollIntoViewIfNeeded();
  assert.ok(await place.locator('pre mark').count() > 0);
  await page.screenshot({ path: join(shots, 'in-place.png') });
  assert.deepEqual(page.faults, []);
});

test('findings are filtered, and a word on one is written down', async () => {
  await fresh();
  await visit(page, `/scans/${facts.poisoned}`);
  const groups = await page.locator('.group').count();
  await page.getByRole('button', { name: /^malice/ }).click();
  assert.ok(await page.locator('section:has(#findings) > .group').count() < groups);
  await page.getByRole('button', { name: 'Is this right?' }).first().click();
  const dialog = page.getByRole('dialog');
  assert.deepEqual(await wrongs(page), []);
  await dialog.getByLabel('It is right').check();
  await dialog.getByLabel(/^Why/).fill('seen in the wild');
  await page.screenshot({ path: join(shots, 'feedback.png') });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByText('It is written down').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await dialog.isVisible(), false);
  const told = await (await fetch(`${base}/api/v1/feedback`)).json();
  assert.ok(JSON.stringify(told).includes('"confirmed":1'), JSON.stringify(told));
  assert.deepEqual(page.faults, []);
});

test('an address that ends in a finding leads to it', async () => {
  await fresh();
  await visit(page, `/scans/${facts.poisoned}#F8`);
  await page.waitForFunction(() => {
    const place = document.getElementById('F8')?.getBoundingClientRect();
    return place && place.height > 0 && place.top >= 0 && place.bottom <= innerHeight;
  });
  assert.equal(await page.locator('[id]').evaluateAll((all) => all.map((one) => one.id).filter((id, i, ids) => ids.indexOf(id) !== i).join()), '');
  assert.deepEqual(page.faults, []);
});

test('the keyboard alone is enough', async () => {
  await fresh();
  await visit(page, '/directory');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the content');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.name), 'q');
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(outline, 'none');
  for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement.matches('.server a'))); i++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/servers\//);
  await settled(page);
  for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement.matches('.verdict nav a'))); i++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/scans\//);
  await settled(page);
  for (let i = 0; i < 60 && !(await page.evaluate(() => document.activeElement.matches('.chips button'))); i++) await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.activeElement.matches('.chips button')));
  assert.deepEqual(page.faults, []);
});

test('the choice of colours holds from page to page', async () => {
  await fresh();
  await visit(page, '/engines');
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByLabel('Colours').selectOption('dark');
  const dark = await paper();
  assert.notEqual(dark, light);
  await visit(page, '/methodologies');
  assert.equal(await paper(), dark);
  await page.getByLabel('Colours').selectOption('system');
  assert.equal(await paper(), light);
});

test('without a script the report, the server and the directory can be read', async () => {
  const plain = await browser.newContext({ viewport: phone, javaScriptEnabled: false });
  const plainPage = await open(plain);
  await plainPage.goto(`${base}/directory`);
  assert.ok(await plainPage.locator('tbody tr').count() >= 4);
  assert.equal(await plainPage.locator('tbody').getByText('pasted-here').count(), 0);
  await plainPage.getByLabel('Name or address').fill('notes');
  await plainPage.getByRole('button', { name: 'Filter' }).click();
  assert.equal(await plainPage.locator('tbody tr').count(), 1);
  await plainPage.screenshot({ path: join(shots, 'no-script-directory.png') });
  await plainPage.locator('tbody th a').click();
  assert.match(await plainPage.locator('h1').innerText(), /notes/);
  assert.ok(await plainPage.locator('tbody tr').count() >= 1);
  await plainPage.screenshot({ path: join(shots, 'no-script-server.png') });
  await plainPage.getByRole('link', { name: 'The newest report' }).click();
  assert.ok(await plainPage.locator('.place').count() > 0);
  assert.match(await plainPage.locator('.verdict').innerText(), /STOP/);
  await plainPage.screenshot({ path: join(shots, 'no-script-report.png') });
  for (const path of [`/scans/${facts.hostile}`, '/directory', `/servers/${key(facts.changing)}`, '/rules']) {
    await plainPage.goto(base + path);
    assert.equal(await plainPage.locator('main script, main [onerror], main [onload], main a[href^="javascript"]').count(), 0, path);
    assert.ok((await plainPage.locator('h1').innerText()).length > 0);
  }
  assert.deepEqual(plainPage.faults, []);
  await plain.close();
});

test('the stand-alone report: phone, dark, print', async () => {
  await fresh();
  await page.goto(`${base}/api/v1/scans/${facts.hostile}/report.html`);
  assert.deepEqual(await wrongs(page), []);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await wrongs(page, ['color-contrast']), []);
  await page.screenshot({ path: join(shots, 'standalone-dark.png') });
  await page.setViewportSize(phone);
  assert.equal(await tooWide(page), 0);
  await page.screenshot({ path: join(shots, 'standalone-phone.png') });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
  await page.pdf({ path: join(shots, 'standalone.pdf'), format: 'A4' });
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  assert.deepEqual(page.faults, []);
});

test('an unknown page is told as such', async () => {
  await fresh();
  const answer = await page.goto(`${base}/scans/s_${'0'.repeat(32)}`);
  assert.equal(answer.status(), 404);
  assert.match(await page.locator('h1').filter({ visible: true }).innerText(), /found/i);
});
