/* The dashboard shows these texts. */
import { closestWord } from "#src/lib/closest-word.ts";
import { addDays, isCalendarDay } from "#src/lib/time.ts";
import { type Attribute, attributesOf, findAttribute, OPERATORS_OF } from "./attribute-rules.ts";
import { type Catalog, findNamed, type ReferenceKind } from "./catalog-rules.ts";
import {
  type AttributeTest,
  CONDITION_DEPTH_MAX,
  CONDITION_PARTS_MAX,
  type Condition,
  EVERYONE,
  type EventTest,
  groupOf,
  type Operator,
  type Scalar,
} from "./condition-rules.ts";
import { eventProblem } from "./event-rules.ts";
import { normalizeCondition, omitsEquals } from "./text-rules.ts";
import { type Token, tokensOf } from "./token-rules.ts";
import {
  attributeProblem,
  DAYS_OPERATORS,
  isValueless,
  LIST_OPERATORS,
  nameProblem,
  valueProblem,
} from "./value-rules.ts";
import {
  EVENT_TARGETS,
  EVENT_WORDS,
  EVERYONE_WORD,
  OPERATOR_WORDS,
  SEGMENT_WORDS,
  SYNONYMS,
} from "./words-rules.ts";

/** What's wrong, and where: at which word, and what could be there instead. */
export interface TextProblem {
  message: string;
  at: number;
  length: number;
  expected: readonly string[];
}

export type Parsed = { condition: Condition } | { problem: TextProblem };

/** Reads a condition's text form. Names are those of the catalog. */
export function parseCondition(text: string, catalog: Catalog): Parsed {
  const parser = new Parser(tokensOf(text), catalog);
  try {
    return { condition: normalizeCondition(parser.readAll()) };
  } catch (error) {
    if (error instanceof Misread) return { problem: error.problem };
    throw error;
  }
}

class Misread extends Error {
  problem: TextProblem;
  constructor(problem: TextProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

const TARGET_KINDS = { link: "links", page: "pages", campaign: "campaigns" } as const;
const TARGET_KEYS = { link: "link_id", page: "profile_id", campaign: "campaign_id" } as const;

class Parser {
  #tokens: readonly Token[];
  #catalog: Catalog;
  #next = 0;
  #depth = 0;
  #parts = 0;

  constructor(tokens: readonly Token[], catalog: Catalog) {
    this.#tokens = tokens;
    this.#catalog = catalog;
  }

  readAll(): Condition {
    if (this.#peek().kind === "end") this.#fail("Write a condition.", { expected: this.#starts() });
    const condition = this.#readAny();
    const rest = this.#peek();
    if (rest.kind !== "end")
      this.#fail(
        rest.text === ")" ? "This parenthesis closes nothing." : "Join conditions by “and” or “or”.",
        {
          expected: ["and", "or"],
        },
      );
    return condition;
  }

  #readAny(): Condition {
    const parts = [this.#readAll()];
    while (this.#takes("or")) parts.push(this.#readAll());
    return parts.length === 1 && parts[0] ? parts[0] : groupOf("any", parts);
  }

  #readAll(): Condition {
    const parts = [this.#readPart()];
    while (this.#takes("and")) parts.push(this.#readPart());
    return parts.length === 1 && parts[0] ? parts[0] : groupOf("all", parts);
  }

  #readPart(): Condition {
    if (++this.#parts > CONDITION_PARTS_MAX)
      this.#fail("This is too long. A condition can have up to 200 parts.");
    if (this.#takes("not")) return this.#readDeeper(() => this.#readNot());
    if (this.#takesSymbol("(")) return this.#readDeeper(() => this.#readGroup());
    if (this.#takes(EVERYONE_WORD)) return EVERYONE;
    return this.#readTest();
  }

  #readDeeper(read: () => Condition): Condition {
    if (++this.#depth > CONDITION_DEPTH_MAX)
      this.#fail("This is nested too deep. Groups can be up to 20 levels deep.");
    const condition = read();
    this.#depth--;
    return condition;
  }

  /** `not (a or b)` is none of them. */
  #readNot(): Condition {
    if (!this.#takesSymbol("(")) return groupOf("none", [this.#readPart()]);
    const inner = this.#readGroup();
    return "any" in inner ? groupOf("none", inner.any) : groupOf("none", [inner]);
  }

  #readGroup(): Condition {
    const inner = this.#readAny();
    if (!this.#takesSymbol(")")) this.#fail("A parenthesis isn’t closed.", { expected: [")", "and", "or"] });
    return inner;
  }

  #readTest(): Condition {
    if (this.#takes(SEGMENT_WORDS)) return { segment_id: this.#readReference("segments") };
    // An attribute's name may also be an event's first word, which is longer.
    for (const [event, words] of EVENT_WORDS)
      if (this.#takes(words) || (event === "clicked_email" && this.#takes(SYNONYMS.clickedEmail)))
        return this.#readEvent(event);
    const token = this.#peek();
    const name = token.text.toLowerCase();
    const attribute = token.kind === "word" ? findAttribute(this.#catalog, name) : undefined;
    if (attribute) {
      this.#next++;
      return this.#readAttribute(attribute, token);
    }
    const starts = this.#starts();
    const near = token.kind === "word" ? closestWord(name, starts) : undefined;
    return this.#fail(unknownWord(token, near), { expected: starts });
  }

  #starts(): readonly string[] {
    return [
      ...attributesOf(this.#catalog).map(({ name }) => name),
      ...EVENT_WORDS.map(([, words]) => words),
      ...[SEGMENT_WORDS, "not", "(", EVERYONE_WORD],
    ];
  }

  #readAttribute(attribute: Attribute, token: Token): Condition {
    const operator = this.#readOperator(attribute);
    if (isValueless(operator)) return { attribute: attribute.name, operator };
    const value = this.#readValues(attribute, operator);
    const test: AttributeTest = { attribute: attribute.name, operator, value };
    const problem = attributeProblem(attribute, test, this.#catalog);
    if (problem !== undefined) this.#fail(problem, { token });
    return test;
  }

  #readOperator(attribute: Attribute): Operator {
    const own = OPERATORS_OF[attribute.type];
    if (this.#peek().kind === "string" && omitsEquals(attribute)) return "equals";
    for (const [operator, words] of OPERATOR_WORDS) {
      const token = this.#peek();
      if (!this.#takes(words)) continue;
      if (!own.includes(operator))
        this.#fail(wrongComparison(attribute.name, words), { token, expected: wordsOf(own) });
      return operator;
    }
    if (this.#peek().kind === "word" && omitsEquals(attribute) && !this.#isJoin()) return "equals";
    const values = omitsEquals(attribute) ? this.#valuesOf(attribute, "equals") : [];
    return this.#fail(missingComparison(attribute.name), { expected: [...values, ...wordsOf(own)] });
  }

  #isJoin(): boolean {
    return /^(?:and|or|in|is|not)$/i.test(this.#peek().text);
  }

  #readValues(attribute: Attribute, operator: Operator): AttributeTest["value"] {
    const read = () => this.#readValue(attribute, operator);
    if (operator === "between") {
      const low = read();
      if (!this.#takes("and"))
        this.#fail("Write both values, like “between 1 and 5”.", { expected: ["and"] });
      return [low, read()];
    }
    if (LIST_OPERATORS.includes(operator)) return this.#readList(read);
    const value = read();
    if (DAYS_OPERATORS.includes(operator)) this.#readDays();
    return value;
  }

  #readList(read: () => Scalar): Scalar[] {
    if (!this.#takesSymbol("("))
      this.#fail("Write the values in parentheses, like (DE, AT).", { expected: ["("] });
    const values = [read()];
    while (this.#takesSymbol(",")) values.push(read());
    if (!this.#takesSymbol(")")) this.#fail("Close the list with a parenthesis.", { expected: [",", ")"] });
    return values;
  }

  #readDays(): void {
    if (!this.#takes("days") && !this.#takes("day"))
      this.#fail("Write “days” after the number.", { expected: ["days"] });
  }

  #readValue(attribute: Attribute, operator: Operator): Scalar {
    const token = this.#takeValue(() => this.#valuesOf(attribute, operator));
    const isNumber = attribute.type === "number" || DAYS_OPERATORS.includes(operator);
    if (attribute.refersTo && !isNumber) return this.#resolve(attribute.refersTo, token);
    const value = isNumber
      ? toNumber(token)
      : attribute.type === "flag"
        ? toFlag(token.text)
        : attribute.type === "choice"
          ? toChoice(attribute.choices ?? [], token.text)
          : token.text;
    const problem = valueProblem(attribute, value, { operator, catalog: this.#catalog });
    if (problem !== undefined) this.#fail(problem, { token, expected: this.#valuesOf(attribute, operator) });
    return value;
  }

  #valuesOf({ type, choices = [], refersTo }: Attribute, operator: Operator): readonly string[] {
    if (DAYS_OPERATORS.includes(operator)) return ["7", "30", "60", "90"];
    if (type === "flag") return ["yes", "no"];
    if (type === "tag") return this.#catalog.tags.map((tag) => JSON.stringify(tag));
    return refersTo ? this.#namesOf(refersTo) : choices;
  }

  #namesOf(kind: ReferenceKind): readonly string[] {
    return this.#catalog[kind].map(({ name }) => JSON.stringify(name));
  }

  #readEvent(event: EventTest["event"]): Condition {
    const token = this.#tokens[this.#next - 1] ?? this.#peek();
    const test: EventTest = { event };
    for (const target of EVENT_TARGETS[event])
      if (this.#takes(target)) test[TARGET_KEYS[target]] = this.#readReference(TARGET_KINDS[target]);
    if (this.#takes("last")) {
      test.last_campaigns = this.#readCount();
      if (!this.#takes("campaigns") && !this.#takes("campaign"))
        this.#fail("Write “campaigns” after the number.", { expected: ["campaigns"] });
    }
    this.#readTimes(test);
    if (this.#takes("for")) {
      if (!this.#takes(">=") && !this.#takes(SYNONYMS.atLeast))
        this.#fail("Write the amount like “for >= 50”.", { expected: [">="] });
      test.amount = toNumber(this.#takeValue(() => ["50"]));
    }
    if (SYNONYMS.inLast.some((words) => this.#takes(words)) || this.#takes("in")) {
      test.days = this.#readCount();
      this.#readDays();
    }
    this.#readDates(test);
    const problem = eventProblem(test, this.#catalog);
    if (problem !== undefined) this.#fail(problem, { token });
    return test;
  }

  /** Between two days, since one, or until one; after and before one leave it out. */
  #readDates(test: EventTest): void {
    if (this.#takes("between")) {
      test.from = this.#readDay();
      if (!this.#takes("and"))
        this.#fail("Write both dates, like “between 2026-01-01 and 2026-02-01”.", { expected: ["and"] });
      test.to = this.#readDay();
      return;
    }
    if (this.#takes("since")) test.from = this.#readDay();
    else if (this.#takes("after")) test.from = this.#readDay(1);
    if (this.#takes("until")) test.to = this.#readDay();
    else if (this.#takes("before")) test.to = this.#readDay(-1);
  }

  /** Returns the day that's so many days later. */
  #readDay(later = 0): string {
    const token = this.#takeValue(() => []);
    if (!isCalendarDay(token.text)) this.#fail("Write the date like 2026-12-31.", { token });
    return addDays(token.text, later).slice(0, 10);
  }

  #readTimes(test: EventTest): void {
    if (this.#peek().text.toLowerCase() === "between" && isCalendarDay(this.#peek(1).text)) return;
    if (this.#takes("between")) {
      test.at_least = this.#readCount();
      if (!this.#takes("and"))
        this.#fail("Write both numbers, like “between 2 and 5 times”.", { expected: ["and"] });
      test.at_most = this.#readCount();
    } else if (this.#takes(">=") || this.#takes(SYNONYMS.atLeast)) test.at_least = this.#readCount();
    else if (this.#takes("<=") || this.#takes(SYNONYMS.atMost)) test.at_most = this.#readCount();
    else if (this.#takes(">")) test.at_least = this.#readCount() + 1;
    else if (this.#takes("<")) test.at_most = this.#readCount() - 1;
    else if (this.#takes("=")) {
      test.at_least = this.#readCount();
      test.at_most = test.at_least;
    } else return;
    if (!this.#takes("times") && !this.#takes("time"))
      this.#fail("Write “times” after the number.", { expected: ["times"] });
  }

  #readCount(): number {
    const token = this.#takeValue(() => ["1", "2", "3", "5", "30"]);
    const count = toNumber(token);
    if (typeof count !== "number" || !Number.isInteger(count) || count < 0)
      this.#fail("Enter a whole number.", { token });
    return Number(count);
  }

  #readReference(kind: ReferenceKind): string {
    return this.#resolve(
      kind,
      this.#takeValue(() => this.#namesOf(kind)),
    );
  }

  #resolve(kind: ReferenceKind, token: Token): string {
    const problem = nameProblem(this.#catalog, kind, token.text);
    if (problem !== undefined) this.#fail(problem, { token, expected: this.#namesOf(kind) });
    return findNamed(this.#catalog, kind, token.text)[0]?.id ?? "";
  }

  #takeValue(expected: () => readonly string[]): Token {
    const token = this.#peek();
    if (token.kind === "string" && token.isOpen) this.#fail("A quotation mark is missing.", { token });
    if (token.kind !== "word" && token.kind !== "string")
      this.#fail("A value is missing here.", { expected: expected() });
    this.#next++;
    return token;
  }

  #peek(ahead = 0): Token {
    const last = this.#tokens.length - 1;
    return this.#tokens[Math.min(this.#next + ahead, last)] ?? { kind: "end", text: "", at: 0, length: 0 };
  }

  /** Takes these words if they're next. */
  #takes(words: string): boolean {
    const all = words.split(" ");
    const isNext = all.every((word, ahead) => {
      const token = this.#peek(ahead);
      return (token.kind === "word" || token.kind === "symbol") && token.text.toLowerCase() === word;
    });
    if (isNext) this.#next += all.length;
    return isNext;
  }

  #takesSymbol(symbol: string): boolean {
    const { kind, text } = this.#peek();
    if (kind !== "symbol" || text !== symbol) return false;
    this.#next++;
    return true;
  }

  #fail(
    message: string,
    { token = this.#peek(), expected = [] }: { token?: Token; expected?: readonly string[] } = {},
  ): never {
    throw new Misread({ message, at: token.at, length: token.length, expected });
  }
}

const wordsOf = (operators: readonly Operator[]) =>
  operators.flatMap((operator) => OPERATOR_WORDS.find(([one]) => one === operator)?.[1] ?? []);

function unknownWord(token: Token, near: string | undefined): string {
  if (token.kind === "end") return "A condition is missing here.";
  if (near !== undefined) return unknownBut(token.text, near);
  return unknown(token.text);
}

const unknown = (word: string) => `“${word}” isn’t something that Fanfare knows of your fans.`;
const unknownBut = (word: string, near: string) => `We don’t know “${word}”. Did you mean “${near}”?`;
const wrongComparison = (name: string, words: string) => `“${name}” can’t be compared by “${words}”.`;
const missingComparison = (name: string) => `Say what “${name}” should be.`;

/** Not a number's text stays text, which the check refuses. */
function toNumber({ text }: Token): number {
  return /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
}

function toFlag(text: string): Scalar {
  if (/^(?:yes|true)$/i.test(text)) return true;
  return /^(?:no|false)$/i.test(text) ? false : text;
}

/** Choices are found in any case. */
function toChoice(choices: readonly string[], text: string): string {
  return (
    choices.find((choice) => choice === text) ??
    choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ??
    text
  );
}
