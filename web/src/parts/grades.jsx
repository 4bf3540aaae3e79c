// The five grades in words.
import { part } from '../lib/api.js';
import { Scroll, Word } from './basics.jsx';

export function GradeTable({ grades }) {
  return (
    <Scroll label="The grades in words" boxed>
      <table>
        <caption>Trust: more is better; risk: less is better. Numbers of different methodologies cannot be compared.</caption>
        <thead><tr><th scope="col">Methodology</th><th scope="col">Says</th><th scope="col">Score</th><th scope="col">State</th><th scope="col">Driven most by</th></tr></thead>
        <tbody>{grades.map((grade) => (
          <tr key={grade.id}>
            <th scope="row"><a href={`/methodologies/${part(grade.id)}`}>{grade.title}</a></th>
            <td><Word word={grade.word} says={grade.says} /></td>
            <td class="number">{grade.score}</td>
            <td>{grade.state}</td>
            <td>{grade.driver && <code>{grade.driver}</code>}</td>
          </tr>
        ))}</tbody>
      </table>
    </Scroll>
  );
}
