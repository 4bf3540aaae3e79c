// A browser in which nothing goes unnoticed: console errors, script errors, dialogs, requests to anybody else.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const base = process.env.MCPJURY_BASE;

export const launch = () => chromium.launch({
  executablePath: process.env.MCPJURY_CHROMIUM,
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
         '--disable-component-update', '--disable-sync', '--in-process-gpu'],
});

// A page whose faults are written into page.faults.
export async function open(context) {
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') page.faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => page.faults.push(`script: ${error.message}`));
  page.on('dialog', (dialog) => { page.faults.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${base}/`) && !request.url().startsWith('data:')) page.faults.push(`foreign: ${request.url()}`);
  });
  return page;
}

// Shown when nothing is loading any more.
export async function visit(page, path) {
  await page.goto(base + path);
  await settled(page);
}

export async function settled(page) {
  await page.waitForFunction(() => document.querySelector('#app h1') && !document.querySelector('.loading'));
}

// What axe-core calls serious or critical, one line each. `rules`: only these.
export async function wrongs(page, rules) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const found = await page.evaluate((only) => window.axe.run(document, {
    resultTypes: ['violations'], ...(only ? { runOnly: { type: 'rule', values: only } } : {}),
  }).then((result) => result.violations.map((v) => ({ impact: v.impact, id: v.id, html: v.nodes[0].html.slice(0, 200),
    why: v.nodes[0].failureSummary }))), rules ?? null);
  return found.filter((one) => one.impact === 'serious' || one.impact === 'critical');
}

export const tooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
