import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";
import { useEffect } from "react";
import type { ConditionFilterProps } from "#src/features/audience/contacts/ui/shared/contact.slots.ts";
import { type Condition, EVERYONE } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { conditionOfFilter, isShort, topPartsOf, withCondition } from "../shared/filter-condition.ts";
import { useCatalog } from "../shared/segment-queries.ts";
import { FilterChips } from "./FilterChips.tsx";

const FilterDrawer = lazyDialog(async () => (await import("./FilterDrawer.tsx")).FilterDrawer);

/** The filter of leads: a button that opens its conditions, and what they say. */
export function ConditionFilter({ choice, profileId, onChoose }: ConditionFilterProps) {
  const catalog = useCatalog();
  const [opened, { open, close }] = useDisclosure(false);
  // The search and the profile have fields of their own.
  const condition = conditionOfFilter({ ...choice, q: undefined, all: true }, undefined);
  const choose = (chosen: Condition) => onChoose(withCondition(choice, chosen));
  const isOld = condition !== undefined && isShort(choice);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it's converted once.
  useEffect(() => {
    if (isOld) onChoose(withCondition(choice, condition), true);
  }, [isOld]);
  const count = condition ? topPartsOf(condition).length : 1;
  return (
    <>
      <Button
        variant={count > 0 ? "light" : "default"}
        leftSection={<IconFilter size={16} />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {count > 0 ? `Filters (${count})` : "Filters"}
      </Button>
      {count > 0 && (
        <FilterChips
          condition={condition}
          whole={conditionOfFilter(choice, profileId)}
          catalog={catalog.data}
          onOpen={open}
          onChoose={choose}
        />
      )}
      <FilterDrawer
        opened={opened}
        condition={condition ?? EVERYONE}
        within={conditionOfFilter({ q: choice.q, all: choice.all }, profileId) ?? EVERYONE}
        catalog={catalog}
        onChoose={(chosen) => {
          close();
          choose(chosen);
        }}
        onClose={close}
      />
    </>
  );
}
