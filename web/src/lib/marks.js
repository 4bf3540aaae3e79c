// The five methodologies as the pages show them: titles, scales, words. Numbers keep their own scale and direction and
// are never turned into one another.

const letters = ['A', 'B', 'C', 'D', 'F'];

export const five = [
  { id: 'agentreserve', title: 'AgentReserve', scale: letters, step: (m) => m.grade, score: (m) => m.score, most: 100,
    better: 'higher', measure: 'trust, 0 to 100',
    word: (m) => ({ allow: 'allow', review: 'caution', block: 'stop' })[m.verdict],
    says: (m) => [m.grade ?? 'no grade', m.verdict].filter(Boolean).join(' ') },
  { id: 'ampel', title: 'MCPAmpel', scale: ['green', 'amber', 'red'], step: (m) => (m.light === 'grey' ? null : m.light),
    score: (m) => m.score, most: 10, better: 'higher', measure: 'trust, 0 to 10',
    word: (m) => ({ green: 'allow', amber: 'caution', red: 'stop' })[m.light], says: (m) => m.light },
  { id: 'aivss', title: 'MCPSafe AIVSS', scale: letters, step: (m) => m.grade, score: (m) => m.aivss_score, most: 10,
    better: 'lower', measure: 'risk, 0 to 10',
    word: (m) => ({ A: 'allow', B: 'allow', C: 'caution', D: 'stop', F: 'stop' })[m.grade],
    says: (m) => m.grade ?? 'no grade' },
  { id: 'mcpbundles', title: 'MCPBundles', scale: ['clean', 'caution', 'risky', 'dangerous'],
    step: (m) => (m.posture === 'unknown' ? null : m.posture), score: (m) => m.security_score, most: 100,
    better: 'higher', measure: 'trust, 0 to 100',
    word: (m) => ({ clean: 'allow', caution: 'caution', risky: 'caution', dangerous: 'stop' })[m.posture],
    says: (m) => m.posture },
  { id: 'tooltrust', title: 'ToolTrust', scale: letters, step: (m) => m.grade, score: (m) => m.risk_score, most: null,
    better: 'lower', measure: 'risk points',
    word: (m) => ({ A: 'allow', B: 'allow', C: 'caution', D: 'caution', F: 'stop' })[m.grade],
    says: (m) => m.grade ?? 'no grade' },
];

export const titleOf = (id) => five.find((one) => one.id === id)?.title ?? id;

// What the history keeps of a methodology, in words: {says, word, step, score, state}.
export function markOf(id, mark) {
  const one = five.find((entry) => entry.id === id);
  if (!one || !mark || mark.state === 'not_run')
    return { says: 'not run', word: 'unknown', step: null, score: null, state: 'not_run' };
  return { says: one.says(mark) ?? 'unknown', word: one.word(mark) ?? 'unknown', step: one.step(mark) ?? null,
           score: one.score(mark) ?? null, state: mark.state };
}

export const severities = ['critical', 'high', 'medium', 'low', 'info'];
export const kinds = ['malice', 'weakness', 'capability', 'hygiene'];
export const kindTells = {
  malice: 'deceives or steers an agent, or is known to be hostile',
  weakness: 'a flaw somebody can exploit',
  capability: 'what a tool may do by design',
  hygiene: 'missing descriptions, schemas, versions, limits',
};
export const verdictWords = { stop: 'Stop', caution: 'Caution', allow: 'No blocking evidence', unknown: 'Unknown' };

export const counted = (finding, strictness) => !finding.suppressed && finding.counts_in.includes(strictness);

// {kind: {severity: n}} of what counts.
export function tally(findings) {
  const out = Object.fromEntries(kinds.map((kind) => [kind, Object.fromEntries(severities.map((s) => [s, 0]))]));
  for (const finding of findings) if (out[finding.kind]) out[finding.kind][finding.severity] += 1;
  return out;
}

// Findings of one detector and one severity together, in the order given (worst first).
export function grouped(findings) {
  const groups = new Map();
  for (const finding of findings) {
    const key = `${finding.detector}/${finding.severity}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(finding);
  }
  return [...groups.values()];
}
