import { ActionIcon, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { findAttribute, OPERATORS_OF } from "#src/features/audience/segments/conditions/attribute-rules.ts";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { testProblem } from "#src/features/audience/segments/conditions/check-rules.ts";
import type {
  AttributeTest,
  Operator,
  Test,
} from "#src/features/audience/segments/conditions/condition-rules.ts";
import { OPERATOR_LABELS } from "../shared/condition-labels.ts";
import classes from "./Condition.module.css";
import { EventFields } from "./EventFields.tsx";
import { newTest, subjectOf, subjectsOf, withOperator } from "./new-test.ts";
import { ValueFields } from "./ValueFields.tsx";

interface TestRowProps {
  test: Test;
  catalog: Catalog;
  onChange: (test: Test) => void;
  onRemove: () => void;
}

/** One test: what it's about, and what that has to be. */
export function TestRow({ test, catalog, onChange, onRemove }: TestRowProps) {
  const problem = testProblem(test, catalog);
  const subject = subjectOf(test);
  const subjects = subjectsOf(catalog);
  const isKnown = subjects.some(({ items }) => items.some(({ value }) => value === subject));
  return (
    <div className={classes.test}>
      <div className={classes.fields}>
        <Select
          aria-label="What"
          searchable
          limit={80}
          allowDeselect={false}
          nothingFoundMessage="Nothing by that name."
          data={isKnown ? subjects : [{ value: subject, label: "Not there anymore" }, ...subjects]}
          value={subject}
          onChange={(chosen) => chosen && onChange(newTest(chosen, catalog))}
        />
        {"segment_id" in test ? (
          <SegmentField id={test.segment_id} catalog={catalog} onChange={onChange} />
        ) : "event" in test ? (
          <EventFields test={test} catalog={catalog} onChange={onChange} />
        ) : (
          <AttributeFields test={test} catalog={catalog} onChange={onChange} />
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label="Remove this condition"
        onClick={onRemove}
      >
        <IconX size={18} />
      </ActionIcon>
      {problem && <div className={classes.problem}>{problem}</div>}
    </div>
  );
}

interface AttributeFieldsProps extends Pick<TestRowProps, "catalog"> {
  test: AttributeTest;
  onChange: (test: AttributeTest) => void;
}

function AttributeFields({ test, catalog, onChange }: AttributeFieldsProps) {
  const attribute = findAttribute(catalog, test.attribute);
  if (!attribute) return null;
  const operators = OPERATORS_OF[attribute.type].map((value) => ({ value, label: OPERATOR_LABELS[value] }));
  return (
    <>
      {operators.length > 1 && (
        <Select
          aria-label="Compared how"
          allowDeselect={false}
          data={operators}
          value={test.operator}
          onChange={(chosen) => chosen && onChange(withOperator(test, chosen as Operator, attribute))}
        />
      )}
      <ValueFields attribute={attribute} test={test} catalog={catalog} onChange={onChange} />
    </>
  );
}

function SegmentField({
  id,
  catalog,
  onChange,
}: { id: string } & Pick<TestRowProps, "catalog" | "onChange">) {
  const known = catalog.segments.map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = id === "" || known.some(({ value }) => value === id);
  return (
    <Select
      aria-label="Segment"
      placeholder="Choose"
      searchable
      allowDeselect={false}
      nothingFoundMessage="Nothing by that name."
      data={isKnown ? known : [{ value: id, label: "Not there anymore" }, ...known]}
      value={id || null}
      onChange={(chosen) => onChange({ segment_id: chosen ?? "" })}
    />
  );
}
