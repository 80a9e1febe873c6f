/* Our own wording for zod's issues. Schemas with their own messages keep them. */
import * as z from "zod";

type Issue = z.core.$ZodRawIssue;

const TYPES: Readonly<Record<string, string>> = {
  string: "This takes text.",
  number: "This takes a number.",
  int: "This takes a whole number.",
  boolean: "This takes true or false.",
  array: "This takes a list.",
  object: "This takes an object.",
  record: "This takes an object.",
  file: "This takes a file.",
};

const FORMATS: Readonly<Record<string, string>> = {
  email: "That’s not an e-mail address. Check it for typos.",
  url: "That’s not a URL. Check it for typos.",
  uuid: "That’s not an ID. IDs look like 0198a000-0000-7000-8000-000000000001.",
  datetime: "Enter a time such as 2027-01-31T00:00:00Z.",
  date: "Enter a date such as 2027-01-31.",
  time: "Enter a time of day such as 09:30.",
};

export const UNKNOWN_FIELD = "We don’t know this field. Check its name.";
const OTHER = "This value doesn’t fit here.";

function sentenceFor(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "This value is missing." : (TYPES[issue.expected] ?? OTHER);
    case "invalid_value":
      return `This takes one of these: ${issue.values.map(String).join(", ")}.`;
    case "too_big":
      return sized(issue, Number(issue.maximum), { least: "most", than: "less" });
    case "too_small":
      return sized(issue, Number(issue.minimum), { least: "least", than: "more" });
    case "invalid_format":
      if (issue.format === "regex") return `This has to match ${issue.pattern}.`;
      return FORMATS[issue.format] ?? OTHER;
    case "not_multiple_of":
      return `Enter a multiple of ${issue.divisor}.`;
    case "unrecognized_keys":
      return `We don’t know what this is: ${issue.keys.join(", ")}.`;
    default:
      return OTHER;
  }
}

interface Bound {
  origin: string;
  exact?: boolean;
  inclusive?: boolean;
}

const UNITS: Readonly<Record<string, string>> = { string: "character", file: "byte" };

function sized(
  { origin, exact, inclusive }: Bound,
  size: number,
  { least, than }: Record<"least" | "than", string>,
) {
  if (/^(?:number|int|bigint|date)$/.test(origin))
    return inclusive ? `Enter ${size} or ${than}.` : `Enter ${than} than ${size}.`;
  const unit = `${UNITS[origin] ?? "item"}${size === 1 ? "" : "s"}`;
  return `Use ${exact ? "exactly" : `at ${least}`} ${size} ${unit}.`;
}

z.config({ localeError: sentenceFor });
