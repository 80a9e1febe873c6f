import {
  curlFor,
  type DeclaredError,
  type Endpoint,
  errorsOf,
  type Field,
  fieldsOf,
  isRefusal,
  type Operation,
  type Parameter,
  type Schema,
  typeOf,
} from "./api-description.ts";

const WHO: Record<string, string> = {
  public: "Anyone",
  "signed-in": "Whoever is signed in, for their own account",
  founder: "The founder of this instance",
};

/** One endpoint of the API: who may call it, what it takes, what it answers. */
export function ApiEndpoint({ endpoint }: { endpoint: Endpoint }) {
  const { anchor, method, path, operation } = endpoint;
  const access = operation["x-access"];
  return (
    <article className="endpoint" id={anchor}>
      <h3>{operation.summary ?? anchor}</h3>
      <div className="head">
        <span className={`method ${method}`}>{method}</span>
        <code>{path}</code>
        {access && <span className="who">{WHO[access] ?? access}</span>}
      </div>
      {operation.description && <p>{operation.description}</p>}
      <Fields title="Path" fields={parametersIn(operation, "path")} />
      <Fields title="Query" fields={parametersIn(operation, "query")} />
      <RequestBody operation={operation} />
      <Answers operation={operation} />
      <Refusals errors={errorsOf(operation)} />
      <details>
        <summary>Example</summary>
        {/* A scrolling box must be reachable by keyboard. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <pre tabIndex={0}>{curlFor(endpoint)}</pre>
      </details>
    </article>
  );
}

function parametersIn({ parameters }: Operation, place: string): Field[] {
  return (parameters ?? []).filter((parameter) => parameter.in === place).map(parameterField);
}

function parameterField({ name, required = false, description, schema }: Parameter): Field {
  const [field] = fieldsOf({ properties: { [name]: { ...schema, ...(description && { description }) } } });
  return { name, type: typeOf(schema ?? {}), required, notes: field?.notes ?? "" };
}

function RequestBody({ operation: { requestBody } }: { operation: Operation }) {
  const types = Object.keys(requestBody?.content ?? {});
  const type = types.includes("multipart/form-data") ? "multipart/form-data" : types[0];
  const schema = type && requestBody?.content?.[type]?.schema;
  return schema ? <Fields title={`Body, ${type}`} fields={fieldsOf(schema)} empty={typeOf(schema)} /> : null;
}

function Answers({ operation }: { operation: Operation }) {
  const answers = Object.entries(operation.responses ?? {}).filter(([status]) => !isRefusal(status));
  return answers.map(([status, { content }]) => {
    const [type, body] = Object.entries(content ?? {})[0] ?? [];
    const stream = type === "text/event-stream";
    const schema = stream ? eventData(body?.schema) : body?.schema;
    const kind = stream ? "server-sent events, the data of each" : type === "*/*" ? "a file" : "";
    const fields = fieldsOf(schema);
    const title = `Answer ${status}${kind && `, ${kind}`}`;
    return (
      <Fields
        key={status}
        title={title}
        fields={fields}
        empty={schema && !kind ? typeOf(schema) : "No body."}
        folded
      />
    );
  });
}

/** The payload of a stream's ordinary events. */
function eventData(schema: Schema | undefined): Schema | undefined {
  return schema?.oneOf?.find(({ properties }) => properties?.event?.const === "message")?.properties?.data;
}

interface FieldsProps {
  title: string;
  fields: Field[];
  /** Said where there are none; nothing at all is shown without it. */
  empty?: string;
  /** Long tables start folded. */
  folded?: boolean;
}

const FIELDS_UNFOLDED_MAX = 8;

function Fields({ title, fields, empty, folded = false }: FieldsProps) {
  if (fields.length === 0) {
    return empty === undefined ? null : (
      <>
        <h4>{title}</h4>
        <p className="soft">{empty}</p>
      </>
    );
  }
  if (folded && fields.length > FIELDS_UNFOLDED_MAX) {
    return (
      <details>
        <summary>
          {title} ({fields.length} fields)
        </summary>
        <FieldTable title={title} fields={fields} answer={folded} />
      </details>
    );
  }
  return (
    <>
      <h4>{title}</h4>
      <FieldTable title={title} fields={fields} answer={folded} />
    </>
  );
}

function FieldTable({ title, fields, answer }: { title: string; fields: Field[]; answer: boolean }) {
  return (
    <div className="scroll">
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">{answer ? "Always there" : "Required"}</th>
            <th scope="col">Notes</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, type, required, notes }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              <td>{type}</td>
              <td>{required ? <span className="need">yes</span> : "no"}</td>
              <td>{notes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Refusals({ errors }: { errors: DeclaredError[] }) {
  if (errors.length === 0) return null;
  return (
    <>
      <h4>Refusals</h4>
      <div className="scroll">
        <table aria-label="Refusals">
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Status</th>
              <th scope="col">Sentence</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ status, code, sentence }) => (
              <tr key={code}>
                <td>
                  <code>{code}</code>
                </td>
                <td>{status}</td>
                <td>{sentence}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
