// The one way to the server: its REST API, same origin, JSON in an envelope.

export class ApiError extends Error {
  constructor(status, code, message, retryAfter) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

// The key lives as long as the tab; it is sent in a header and never put into an address.
export function apiKey() {
  try {
    return sessionStorage.getItem('mcpjury-key') ?? '';
  } catch {
    return '';
  }
}

export function setApiKey(key) {
  try {
    if (key) sessionStorage.setItem('mcpjury-key', key);
    else sessionStorage.removeItem('mcpjury-key');
  } catch {
    // No storage: the key is asked for again.
  }
}

async function answered(response) {
  let body = null;
  try {
    body = await response.json();
  } catch {
    // Not JSON: a proxy's page, perhaps.
  }
  if (response.ok && body) return body;
  const error = body?.error ?? {};
  throw new ApiError(response.status, error.code ?? 'no_answer',
    error.message ?? `The server answered ${response.status} without an explanation.`,
    Number(response.headers.get('retry-after')) || 0);
}

async function ask(path, options) {
  const headers = { accept: 'application/json', ...options.headers };
  if (apiKey()) headers.authorization = `Bearer ${apiKey()}`;
  let response;
  try {
    response = await fetch(path, { ...options, headers, credentials: 'omit', redirect: 'error' });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError(0, 'no_answer', 'The server could not be reached.', 0);
  }
  return answered(response);
}

export const part = encodeURIComponent;

// The whole envelope: {data, meta}.
export const get = (path, signal) => ask(`/api/v1${path}`, { signal });
export const post = (path, body) => ask(`/api/v1${path}`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

// Calls back with each event until the last one; returns a function that ends it.
export function listen(path, onEvent) {
  const source = new EventSource(`/api/v1${path}`);
  const heard = (type) => (event) => {
    let data = {};
    try {
      data = JSON.parse(event.data);
    } catch {
      // An event without JSON says nothing.
    }
    if (type !== 'progress') source.close();
    onEvent(type, data);
  };
  for (const type of ['progress', 'done', 'failed']) source.addEventListener(type, heard(type));
  source.addEventListener('error', () => onEvent(source.readyState === EventSource.CLOSED ? 'lost' : 'waiting', {}));
  return () => source.close();
}
