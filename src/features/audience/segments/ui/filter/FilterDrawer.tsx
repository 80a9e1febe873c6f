import { Button, Drawer, Group, Stack, Text } from "@mantine/core";
import { useDebouncedValue, useDisclosure, useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { allOf } from "#src/features/audience/segments/audience-rules.ts";
import { attributesOf } from "#src/features/audience/segments/conditions/attribute-rules.ts";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { conditionProblems } from "#src/features/audience/segments/conditions/check-rules.ts";
import {
  type Condition,
  EVERYONE,
  groupOf,
  isGroup,
  partsOf,
} from "#src/features/audience/segments/conditions/condition-rules.ts";
import { fitsUrl, writeCondition } from "#src/features/audience/segments/conditions/json-rules.ts";
import { normalizeCondition } from "#src/features/audience/segments/conditions/text-rules.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { newTest } from "../editor/new-test.ts";
import { ConditionEditor } from "../shared/ConditionEditor.tsx";
import { segmentsApi, type useCatalog } from "../shared/segment-queries.ts";
import classes from "./Filter.module.css";

const SaveSegmentDialog = lazyDialog(async () => (await import("./SaveSegmentDialog.tsx")).SaveSegmentDialog);

interface FilterDrawerProps {
  opened: boolean;
  condition: Condition;
  /** The search and the profile, which narrow the table down, too. */
  within: Condition;
  catalog: ReturnType<typeof useCatalog>;
  onChoose: (condition: Condition) => void;
  onClose: () => void;
}

/** The conditions of the table of leads: beside it, or on phones above it. */
export function FilterDrawer({ opened, onClose, catalog, ...content }: FilterDrawerProps) {
  const isWide = useMediaQuery("(min-width: 48em)", true);
  const [isDirty, setDirty] = useState(false);
  const close = () => {
    setDirty(false);
    onClose();
  };
  return (
    <Drawer
      opened={opened}
      onClose={close}
      title="Filters"
      position={isWide ? "right" : "bottom"}
      size={isWide ? "lg" : "90%"}
      // A tap beside it would lose what was written.
      closeOnClickOutside={!isDirty}
    >
      {catalog.data ? (
        <Content
          {...content}
          catalog={catalog.data}
          onDirty={() => setDirty(true)}
          onChoose={(condition) => {
            setDirty(false);
            content.onChoose(condition);
          }}
        />
      ) : (
        <QueryState query={catalog} failure="We couldn’t load your conditions." height={96} />
      )}
    </Drawer>
  );
}

type ContentProps = Pick<FilterDrawerProps, "condition" | "within" | "onChoose"> & {
  catalog: Catalog;
  onDirty: () => void;
};

const TYPING_PAUSE_MS = 400;

function Content({ condition, within, catalog, onDirty, onChoose }: ContentProps) {
  const [draft, setDraft] = useState(condition);
  const [editor, setEditor] = useState(0);
  const [isUnread, setUnread] = useState(false);
  const [failure, setFailure] = useState<"incomplete" | "long">();
  const [saving, save] = useDisclosure(false);
  const isComplete = !isUnread && conditionProblems(draft, catalog).length === 0;
  const change = (changed: Condition | undefined) => {
    onDirty();
    setFailure(undefined);
    setUnread(changed === undefined);
    if (changed) setDraft(changed);
  };
  const start = (subject: string) => {
    change(groupOf("all", [newTest(subject, catalog)]));
    // The editor's text form would keep what it showed.
    setEditor(editor + 1);
  };
  const show = () => {
    if (!isComplete) return setFailure("incomplete");
    if (!fitsUrl(writeCondition(draft) ?? "")) return setFailure("long");
    onChoose(normalizeCondition(draft));
  };
  const isEmpty = isGroup(draft) && partsOf(draft).parts.length === 0;
  return (
    <form
      noValidate
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      <Stack>
        {isEmpty && <Starts catalog={catalog} onStart={start} />}
        <ConditionEditor key={editor} value={draft} catalog={catalog} onChange={change} />
        <Stack gap="xs" className={classes.foot}>
          <FormFailure
            message={
              failure === "incomplete"
                ? "The condition isn’t complete yet."
                : failure === "long"
                  ? "That’s more than fits in a URL. Save it as a segment, and filter by that."
                  : undefined
            }
          />
          <Group gap="xs">
            <Button type="submit">
              <ShowLabel condition={isComplete ? allOf([draft, within]) : undefined} />
            </Button>
            {failure === "long" && (
              <Button variant="default" onClick={save.open}>
                Save as segment
              </Button>
            )}
            {!isEmpty && (
              <Button variant="subtle" color="gray" onClick={() => onChoose(EVERYONE)}>
                Clear filters
              </Button>
            )}
          </Group>
        </Stack>
      </Stack>
      <SaveSegmentDialog
        opened={saving}
        condition={draft}
        catalog={catalog}
        onClose={save.close}
        onSaved={(segment_id) => onChoose({ segment_id })}
      />
    </form>
  );
}

/** How many there will be. */
function ShowLabel({ condition }: { condition: Condition | undefined }) {
  const [settled] = useDebouncedValue(condition, TYPING_PAUSE_MS);
  const { data } = useQuery(
    segmentsApi.count.queryOptions({
      input: { condition: normalizeCondition(settled ?? EVERYONE) },
      enabled: settled !== undefined,
    }),
  );
  // What's typed is counted once typing pauses. Until then, no number is better than an old one.
  return condition && data && settled === condition ? `Show ${plural(data.count, "lead")}` : "Show leads";
}

const USUAL = ["tag", "country", "status", "created", "stage", "owner"];

/** What people filter by most, one tap away. */
function Starts({ catalog, onStart }: { catalog: Catalog; onStart: (subject: string) => void }) {
  const hasChoices: Readonly<Record<string, boolean>> = {
    stage: catalog.stages.length > 0,
    owner: catalog.owners.length > 1,
  };
  const usual = attributesOf(catalog).filter(
    ({ name }) => USUAL.includes(name) && hasChoices[name] !== false,
  );
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500}>
        Start with
      </Text>
      <Group gap="xs">
        {usual.map(({ name, label }) => (
          <Button key={name} variant="default" size="sm" radius="xl" onClick={() => onStart(name)}>
            {label}
          </Button>
        ))}
        {catalog.segments.length > 0 && (
          <Button variant="default" size="sm" radius="xl" onClick={() => onStart("segment")}>
            Segment
          </Button>
        )}
      </Group>
    </Stack>
  );
}
