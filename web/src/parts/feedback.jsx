// A reader's word on a finding: right, or a false alarm. It is counted for each detector and never changes a score.
import { useRef, useState } from 'preact/hooks';
import { part, post } from '../lib/api.js';

export function Feedback({ finding }) {
  const dialog = useRef(null);
  const [kind, setKind] = useState('false_positive');
  const [note, setNote] = useState('');
  const [state, setState] = useState({});
  const send = async (event) => {
    event.preventDefault();
    setState({ sending: true });
    try {
      await post(`/feedback/rule-result/${part(finding.fingerprint)}`, note ? { kind, note } : { kind });
      setState({ sent: true });
    } catch (error) {
      setState({ error });
    }
  };
  const id = `feedback-${finding.id}`;
  return (
    <>
      <button type="button" class="quiet" onClick={() => { setState({}); dialog.current.showModal(); }}>Is this right?</button>
      <dialog ref={dialog} aria-labelledby={id}>
        <form onSubmit={send}>
          <h2 id={id}>{finding.id}: is this finding right?</h2>
          <p class="soft">Counted for the rule <code>{finding.detector}</code>; it never changes a score.</p>
          <fieldset>
            <legend>What do you say?</legend>
            {[['false_positive', 'A false alarm'], ['confirmed', 'It is right']].map(([value, label]) => (
              <label key={value}><input type="radio" name="kind" value={value} checked={kind === value} onChange={() => setKind(value)} /> {label}</label>
            ))}
          </fieldset>
          <label>Why (optional, no secrets)
            <textarea rows="3" maxlength="1000" value={note} onInput={(event) => setNote(event.currentTarget.value)} />
          </label>
          <p role="status">{state.sent && 'Thank you. It is written down.'}{state.error && state.error.message}</p>
          <div class="row">
            {!state.sent && <button type="submit" disabled={state.sending}>Send</button>}
            <button type="button" class="quiet" onClick={() => dialog.current.close()}>{state.sent ? 'Close' : 'Cancel'}</button>
          </div>
        </form>
      </dialog>
    </>
  );
}
