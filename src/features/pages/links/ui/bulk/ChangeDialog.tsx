import "#src/kit/deferred.css";
import { Button, Group, Loader, Modal, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LinkChangeInput } from "#src/features/pages/links/bulk/bulk-contract.ts";
import type { LinkAction } from "#src/features/pages/links/bulk/bulk-rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { newId } from "#src/kit/new-id.ts";
import { usesWarning } from "#src/kit/uses.ts";
import classes from "../search/Found.module.css";
import { shelfApi } from "../shelf-queries.ts";
import { ChangeFields } from "./ChangeFields.tsx";
import { skippedWords, TITLES, verbWords } from "./change-words.ts";
import { type PickedLinks, useLinkChanges } from "./use-link-changes.ts";

interface ChangeDialogProps {
  action: LinkAction;
  selection: PickedLinks;
  onClose: () => void;
  onDone: () => void;
}

const TYPING_PAUSE_MS = 250;

/** A change of many links: what it takes, and what would happen, before it does. */
export function ChangeDialog({ action, selection, onClose, onDone }: ChangeDialogProps) {
  const [change, setChange] = useState<LinkChangeInput | undefined>(() => plainChange(action));
  const [settled] = useDebouncedValue(change, TYPING_PAUSE_MS);
  const { apply, isBusy } = useLinkChanges();
  const preview = usePreview(selection, settled);
  const warning = useQuery({
    queryKey: ["links-used", selection],
    enabled: action === "delete",
    queryFn: async () => (await usesWarning("links", selection.ids ?? [])) ?? null,
  });
  const plan = change === settled ? preview.data : undefined;
  const submit = async () => {
    if (change && plan && plan.count > 0 && (await apply({ selection, change, until: plan.until }))) onDone();
  };
  return (
    <Modal opened onClose={onClose} title={TITLES[action]} closeOnClickOutside={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack>
          <ChangeFields action={action} onChange={setChange} />
          {warning.data && <Text size="sm">{warning.data}</Text>}
          {change && preview.isFetching && !plan && <Loader size="sm" />}
          {change === settled && preview.isError && (
            <FormFailure
              message={errorMessage(preview.error, "We couldn’t look what would change. Try again.")}
            />
          )}
          {plan && <Preview plan={plan} />}
          <Text size="sm" c="dimmed">
            You can undo this for an hour.
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              color={action === "delete" ? "red" : undefined}
              loading={isBusy}
              disabled={!plan || plan.count === 0}
            >
              {plan ? verbWords(change?.action ?? action, plan.count) : "Change links"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Some changes say everything by their name. */
function plainChange(action: LinkAction): LinkChangeInput | undefined {
  return action === "show" || action === "hide" || action === "delete" ? { action } : undefined;
}

function usePreview(selection: PickedLinks, change: LinkChangeInput | undefined) {
  return useQuery({
    queryKey: ["links-preview", selection, change],
    enabled: change !== undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      shelfApi.changeMany.call(
        // The query only runs with a change.
        { selection, change: change as LinkChangeInput, dry_run: true, undo_id: newId() },
        { signal },
      ),
  });
}

type Plan = Awaited<ReturnType<typeof shelfApi.changeMany.call>>;

/** What would change, with a few of the links, and what stays as it is. */
function Preview({ plan: { count, skipped, examples } }: { plan: Plan }) {
  const shown = examples.filter(({ after }) => after !== null);
  return (
    <div role="status" className={classes.plan}>
      {count === 0 && <Text size="sm">Nothing would change.</Text>}
      {shown.length > 0 && (
        <ul className={classes.examples}>
          {shown.map(({ id, title, before, after }) => (
            <li key={id}>
              <Text span size="sm" c="dimmed">
                <bdi>{title}</bdi>
              </Text>
              <br />
              {before && (
                <>
                  <del dir="auto">{before}</del> →{" "}
                </>
              )}
              <ins dir="auto">{after || "–"}</ins>
            </li>
          ))}
        </ul>
      )}
      {skipped.map(({ reason, count }) => (
        <Text key={reason} size="sm" c="dimmed">
          {skippedWords(reason, count)}
        </Text>
      ))}
    </div>
  );
}
