// What a reader pasted, as the body of POST /api/v1/scans: an address, a package, a tool list in any of the shapes
// people have at hand, or an evidence record.

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const listMembers = ['server', 'tools', 'prompts', 'resources', 'resourceTemplates', 'instructions'];

function fromJson(value) {
  if (Array.isArray(value)) return { tools: value };
  if (!isObject(value)) return null;
  if (isObject(value.facets)) return { record: value };
  if (isObject(value.result)) return fromJson(value.result);
  if (!Array.isArray(value.tools)) return null;
  return Object.fromEntries(listMembers.filter((name) => value[name] !== undefined).map((name) => [name, value[name]]));
}

// {body} or {problem}: one sentence.
export function readTarget(text) {
  const trimmed = text.trim();
  if (!trimmed) return { problem: 'Paste the address of a server, a package, or a tool list.' };
  if (/^[[{]/.test(trimmed)) {
    let value;
    try {
      value = JSON.parse(trimmed);
    } catch (error) {
      return { problem: `This begins like JSON but is none: ${error.message}.` };
    }
    const body = fromJson(value);
    return body ? { body } : { problem: 'This JSON is no tool list: it has no "tools" array.' };
  }
  if (/\s/.test(trimmed)) return { problem: 'An address has no blanks. A local command is scanned with the program: mcpjury scan -- command.' };
  if (/^(npm|pypi):/.test(trimmed) || /^(https?|git|ssh):\/\//i.test(trimmed) || /^git@/.test(trimmed)) return { body: { url: trimmed } };
  if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[\w.-]+:\d+(\/|$)/.test(trimmed))
    return { problem: 'The address must begin with https://, http://, npm: or pypi:.' };
  if (trimmed.includes('.') || trimmed.startsWith('localhost')) return { body: { url: `https://${trimmed}` } };
  return { problem: 'This is neither an address (https://…), a package (npm:name, pypi:name) nor a tool list.' };
}

export const kindOf = (body) => (body.record ? 'evidence record' : body.tools ? `tool list of ${body.tools.length}` : 'address');
