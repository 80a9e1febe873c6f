import { ActionIcon, Button, Select } from "@mantine/core";
import { IconFolderPlus, IconPlus, IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import {
  type Condition,
  type Group,
  type GroupJoin,
  groupOf,
  isGroup,
  partsOf,
} from "#src/features/audience/segments/conditions/condition-rules.ts";
import { JOIN_LABELS } from "../shared/condition-labels.ts";
import classes from "./Condition.module.css";
import { newTest } from "./new-test.ts";
import { TestRow } from "./TestRow.tsx";

interface GroupEditorProps {
  group: Group;
  catalog: Catalog;
  /** How many groups it's in. */
  depth: number;
  onChange: (group: Group) => void;
  onRemove?: () => void;
}

/** Deeper ones are easier to read as text. */
const DEPTH_MAX = 4;
const JOINS = ["all", "any", "none"] as const;

/** A group of tests and other groups. */
export function GroupEditor({ group, catalog, depth, onChange, onRemove }: GroupEditorProps) {
  const { join, parts } = partsOf(group);
  const keys = useKeys(parts.length);
  const set = (changed: Condition[]) => onChange(groupOf(join, changed));
  const add = (part: Condition) => set([...parts, part]);
  return (
    // Nested groups are lists within lists, which screen readers count by themselves.
    <div className={classes.group}>
      <div className={classes.head}>
        <Select
          aria-label="Which of these have to be true"
          allowDeselect={false}
          w={170}
          miw={0}
          data={JOINS.map((value) => ({ value, label: JOIN_LABELS[value] }))}
          value={join}
          onChange={(chosen) => chosen && onChange(groupOf(chosen as GroupJoin, parts))}
        />
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label="Remove this group"
            onClick={onRemove}
          >
            <IconX size={18} />
          </ActionIcon>
        )}
      </div>
      {parts.length > 0 && (
        <ul className={classes.parts}>
          {parts.map((part, at) => {
            const change = (changed: Condition) => set(parts.with(at, changed));
            const remove = () => {
              keys.remove(at);
              set(parts.toSpliced(at, 1));
            };
            return (
              <li key={keys.of(at)}>
                {isGroup(part) ? (
                  <GroupEditor
                    group={part}
                    catalog={catalog}
                    depth={depth + 1}
                    onChange={change}
                    onRemove={remove}
                  />
                ) : (
                  <TestRow test={part} catalog={catalog} onChange={change} onRemove={remove} />
                )}
              </li>
            );
          })}
        </ul>
      )}
      <div className={classes.foot}>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} />}
          onClick={() => add(newTest("tag", catalog))}
        >
          Add condition
        </Button>
        {depth < DEPTH_MAX && (
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconFolderPlus size={16} />}
            onClick={() => add({ any: [newTest("tag", catalog)] })}
          >
            Add group
          </Button>
        )}
      </div>
    </div>
  );
}

/** Keeps each row's state with it when another one is removed: parts have no ids. */
function useKeys(count: number) {
  const next = useRef(count);
  const [keys, setKeys] = useState<number[]>(() => Array.from({ length: count }, (_, at) => at));
  const all = [...keys];
  while (all.length < count) all.push(next.current + (all.length - keys.length));
  const grown = all.slice(0, count);
  return {
    of: (at: number) => grown[at],
    remove: (at: number) => {
      next.current += grown.length;
      setKeys(grown.toSpliced(at, 1));
    },
  };
}
