import { NumberInput, Select, TextInput } from "@mantine/core";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import {
  COUNT_MAX,
  DAYS_MAX,
  type EventTest,
} from "#src/features/audience/segments/conditions/condition-rules.ts";
import { EVENT_TARGETS } from "#src/features/audience/segments/conditions/words-rules.ts";
import { plural } from "#src/kit/plural.ts";
import { SEPARATORS } from "#src/kit/separators.ts";

interface EventFieldsProps {
  test: EventTest;
  catalog: Catalog;
  onChange: (test: EventTest) => void;
}

/** Which events, how often, and when. */
export function EventFields(props: EventFieldsProps) {
  const { test, onChange } = props;
  return (
    <>
      <TargetField {...props} />
      <CountFields test={test} onChange={onChange} />
      <TimeFields test={test} onChange={onChange} />
    </>
  );
}

/** Sets a number, or leaves it out where the field is empty. */
function withNumber(
  test: EventTest,
  key: "days" | "at_least" | "at_most" | "amount",
  value: number | string,
): EventTest {
  const { [key]: _, ...rest } = test;
  return typeof value === "number" ? { ...rest, [key]: value } : rest;
}

const ANY = "any";
const LAST = [1, 3, 5, 10];

function TargetField({ test, catalog, onChange }: EventFieldsProps) {
  const targets = EVENT_TARGETS[test.event];
  if (targets.length === 0) return null;
  const { link_id, profile_id, campaign_id, last_campaigns, ...rest } = test;
  const groups = [
    ...(targets.includes("link") ? [group("Links", "link_id", catalog.links)] : []),
    ...(targets.includes("page") ? [group("Pages", "profile_id", catalog.pages)] : []),
    ...(targets.includes("campaign")
      ? [
          {
            group: "Lately",
            items: LAST.map((count) => ({
              value: `last_campaigns ${count}`,
              label: count === 1 ? "Your last campaign" : `Your last ${plural(count, "campaign")}`,
            })),
          },
          group("Campaigns", "campaign_id", catalog.campaigns),
        ]
      : []),
  ];
  const chosen = Object.entries({ link_id, profile_id, campaign_id, last_campaigns }).find(
    ([, value]) => value !== undefined,
  );
  const value = chosen ? chosen.join(" ") : ANY;
  const isKnown = value === ANY || groups.some(({ items }) => items.some((item) => item.value === value));
  const data = [
    {
      value: ANY,
      label: targets.includes("campaign")
        ? "Any campaign"
        : targets.includes("link")
          ? "Any link"
          : "Any page",
    },
    ...(isKnown
      ? []
      : [
          {
            value,
            label: last_campaigns ? `Your last ${plural(last_campaigns, "campaign")}` : "Not there anymore",
          },
        ]),
    ...groups.filter(({ items }) => items.length > 0),
  ];
  const choose = (one: string | null) => {
    const [key = "", id = ""] = (one ?? ANY).split(" ");
    if (key === ANY) return onChange(rest);
    onChange({ ...rest, [key]: key === "last_campaigns" ? Number(id) : id });
  };
  return (
    <Select
      aria-label="Which one"
      searchable
      limit={60}
      allowDeselect={false}
      data={data}
      value={value}
      onChange={choose}
    />
  );
}

const group = (name: string, key: string, items: readonly { id: string; name: string }[]) => ({
  group: name,
  items: items.map(({ id, name }) => ({ value: `${key} ${id}`, label: name || "Untitled" })),
});

const TIMES = [
  { value: "ever", label: "Ever" },
  { value: "days", label: "In the last days" },
  { value: "dates", label: "Between two dates" },
];
const DAYS_USUAL = 30;

function TimeFields({ test, onChange }: Pick<EventFieldsProps, "test" | "onChange">) {
  const { days, from, to, ...rest } = test;
  const time = days !== undefined ? "days" : from !== undefined || to !== undefined ? "dates" : "ever";
  const today = new Date().toISOString().slice(0, 10);
  const choose = (chosen: string | null) =>
    onChange({
      ...rest,
      ...(chosen === "days" && { days: DAYS_USUAL }),
      ...(chosen === "dates" && { from: `${today.slice(0, 4)}-01-01`, to: today }),
    });
  const set = (key: "from" | "to", day: string) => {
    const { [key]: _, ...others } = test;
    onChange(day === "" ? others : { ...others, [key]: day });
  };
  return (
    <>
      <Select aria-label="When" allowDeselect={false} data={TIMES} value={time} onChange={choose} />
      {time === "days" && (
        <NumberInput
          aria-label="Days"
          min={1}
          max={DAYS_MAX}
          allowDecimal={false}
          suffix=" days"
          {...SEPARATORS}
          value={days}
          onChange={(value) => onChange(withNumber(test, "days", value === "" ? 1 : value))}
        />
      )}
      {time === "dates" && (
        <>
          <TextInput
            aria-label="From"
            type="date"
            value={from ?? ""}
            onChange={({ currentTarget }) => set("from", currentTarget.value)}
          />
          <TextInput
            aria-label="To"
            type="date"
            value={to ?? ""}
            onChange={({ currentTarget }) => set("to", currentTarget.value)}
          />
        </>
      )}
    </>
  );
}

const COUNTS = ["once", "at_least", "at_most", "amount"] as const;
type Count = (typeof COUNTS)[number];
const COUNT_LABELS: Readonly<Record<Count, string>> = {
  once: "At least once",
  at_least: "At least",
  at_most: "At most",
  amount: "For at least",
};

function CountFields({ test, onChange }: Pick<EventFieldsProps, "test" | "onChange">) {
  const { at_least, at_most, amount, ...rest } = test;
  const count: Count =
    amount !== undefined
      ? "amount"
      : at_most !== undefined
        ? "at_most"
        : at_least !== undefined
          ? "at_least"
          : "once";
  const counts = COUNTS.filter((one) => one !== "amount" || test.event === "bought");
  const choose = (chosen: Count) =>
    onChange(
      chosen === "once"
        ? rest
        : { ...rest, [chosen]: chosen === "at_most" ? 2 : chosen === "amount" ? 50 : 2 },
    );
  return (
    <>
      <Select
        aria-label="How often"
        allowDeselect={false}
        data={counts.map((value) => ({ value, label: COUNT_LABELS[value] }))}
        value={count}
        onChange={(chosen) => chosen && choose(chosen as Count)}
      />
      {count !== "once" && (
        <NumberInput
          aria-label={count === "amount" ? "Amount" : "Times"}
          min={count === "at_most" ? 0 : 1}
          max={COUNT_MAX}
          allowDecimal={count === "amount"}
          suffix={count === "amount" ? "" : " times"}
          {...SEPARATORS}
          value={test[count] ?? ""}
          onChange={(value) => onChange(withNumber(test, count, value === "" ? 1 : value))}
        />
      )}
    </>
  );
}
