import { ActionIcon, Button, Group, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconUsersGroup, IconX } from "@tabler/icons-react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { conditionProblems } from "#src/features/audience/segments/conditions/check-rules.ts";
import {
  type Condition,
  EVERYONE,
  groupOf,
} from "#src/features/audience/segments/conditions/condition-rules.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { LOCALE } from "#src/kit/locale.ts";
import { formatNumber } from "#src/kit/plural.ts";
import { topPartsOf } from "../shared/filter-condition.ts";
import { ownClause } from "../shared/sentence.ts";
import classes from "./Filter.module.css";

const SaveSegmentDialog = lazyDialog(async () => (await import("./SaveSegmentDialog.tsx")).SaveSegmentDialog);

interface FilterChipsProps {
  /** Undefined if it can't be read. */
  condition: Condition | undefined;
  /** The same, with the search and the profile. */
  whole: Condition | undefined;
  catalog: Catalog | undefined;
  onOpen: () => void;
  onChoose: (condition: Condition) => void;
}

/** Of more, the others are in the editor: the table isn't to start below the screen. */
const PARTS_SHOWN = 5;

const upperFirst = (words: string) => words.charAt(0).toLocaleUpperCase(LOCALE) + words.slice(1);

/** What the leads in the table have in common. Each part can be taken off. */
export function FilterChips({ condition, whole, catalog, onOpen, onChoose }: FilterChipsProps) {
  const [saving, save] = useDisclosure(false);
  const mayEdit = useHasPermission("leads.delete");
  if (!catalog) return <Skeleton h={36} maw={320} radius="xl" />;
  const parts = condition ? topPartsOf(condition) : [];
  const rest = parts.length - PARTS_SHOWN;
  // What's wrong with it stands where the leads would be.
  const isUsable = condition !== undefined && conditionProblems(condition, catalog).length === 0;
  return (
    <Group gap="xs" w="100%" role="group" aria-label="Filters that are on">
      {parts.slice(0, PARTS_SHOWN).map((part, at) => {
        const words = upperFirst(ownClause(part, catalog));
        return (
          // Two equal parts are one chip too many, and either can go.
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids.
          <span className={classes.chip} key={at}>
            <button type="button" className={`plain-button ${classes.words}`} title={words} onClick={onOpen}>
              <bdi>{words}</bdi>
            </button>
            <ActionIcon
              className={classes.remove}
              variant="subtle"
              color="gray"
              size={32}
              radius="xl"
              aria-label={`Remove: ${words}`}
              onClick={() => onChoose(groupOf("all", parts.toSpliced(at, 1)))}
            >
              <IconX size={16} />
            </ActionIcon>
          </span>
        );
      })}
      {rest > 0 && (
        <Button variant="subtle" color="gray" size="sm" onClick={onOpen}>
          {`and ${formatNumber(rest)} more`}
        </Button>
      )}
      {(parts.length > 1 || !condition) && (
        <Button variant="subtle" color="gray" size="sm" onClick={() => onChoose(EVERYONE)}>
          Clear filters
        </Button>
      )}
      {mayEdit && isUsable && whole && (
        <Button variant="subtle" size="sm" leftSection={<IconUsersGroup size={16} />} onClick={save.open}>
          Save as segment
        </Button>
      )}
      {whole && (
        <SaveSegmentDialog opened={saving} condition={whole} catalog={catalog} onClose={save.close} />
      )}
    </Group>
  );
}
