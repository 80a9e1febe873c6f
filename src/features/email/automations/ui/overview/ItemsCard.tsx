import { Badge, Group, Select, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Card } from "#src/kit/Card.tsx";
import classes from "#src/kit/ItemList.module.css";
import { PATHS } from "#src/lib/paths.ts";
import {
  figuresOf,
  GROUPS,
  type Item,
  KIND_LABELS,
  type Group as StateGroup,
  stateOf,
} from "./overview-words.ts";

/** Sequences, rules, and tests in one list. */
export function ItemsCard({ items }: { items: readonly Item[] }) {
  const [kind, setKind] = useState<Item["kind"] | null>(null);
  const [group, setGroup] = useState<StateGroup | null>(null);
  const shown = items.filter(
    (item) => (kind === null || item.kind === kind) && (group === null || stateOf(item).group === group),
  );
  return (
    <Card title="All of them">
      <Group gap="xs">
        <Select
          aria-label="Kind"
          placeholder="Everything"
          flex="1 1 9rem"
          maw={220}
          clearable
          clearButtonProps={{ "aria-label": "Show all kinds" }}
          data={Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }))}
          value={kind}
          onChange={(value) => setKind(value as Item["kind"] | null)}
        />
        <Select
          aria-label="State"
          placeholder="In any state"
          flex="1 1 9rem"
          maw={220}
          clearable
          clearButtonProps={{ "aria-label": "Show all states" }}
          data={Object.entries(GROUPS).map(([value, label]) => ({ value, label }))}
          value={group}
          onChange={(value) => setGroup(value as StateGroup | null)}
        />
      </Group>
      {shown.length === 0 && <Text size="sm">Nothing is like that.</Text>}
      <ul className={classes.list} aria-label="What runs by itself">
        {shown.map((item) => (
          <Row key={`${item.kind} ${item.id}`} item={item} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ item }: { item: Item }) {
  const { kind, name, state_reason } = item;
  const { color, label } = stateOf(item);
  return (
    <li className={classes.row}>
      <ItemLink item={item}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        {state_reason !== "" && <span className={classes.trouble}>{state_reason}</span>}
        <span className={classes.facts}>
          <Badge component="span" size="sm" variant="light" color={color} tt="none">
            {label}
          </Badge>
          <span>{KIND_LABELS[kind]}</span>
          <span>{figuresOf(item)}</span>
        </span>
      </ItemLink>
    </li>
  );
}

function ItemLink({ item: { kind, id }, children }: { item: Item; children: React.ReactNode }) {
  if (kind === "link_test")
    return (
      <Link to={PATHS.abTests} className={`mantine-focus-auto ${classes.words}`}>
        {children}
      </Link>
    );
  const to = kind === "sequence" ? PATHS.sequence : kind === "automation" ? PATHS.rule : PATHS.abTest;
  return (
    <Link to={to} params={{ id }} className={`mantine-focus-auto ${classes.words}`}>
      {children}
    </Link>
  );
}
