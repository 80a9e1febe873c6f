import { Group, NumberInput, Select } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SEPARATORS } from "#src/kit/separators.ts";
import { toastError } from "#src/kit/toasts.tsx";
import type { ContactDetails } from "../../contract.ts";
import { VALUE_CENTS_MAX } from "../../rules.ts";
import { contactsApi } from "../contact-queries.ts";
import { useTeammates } from "./board-queries.ts";

/** A lead's stage, value, and responsible person. Saved at once. */
export function StageField({ contact, mayEdit }: { contact: ContactDetails; mayEdit: boolean }) {
  const queries = useQueryClient();
  const settings = useQuery(contactsApi.settings.queryOptions({}));
  const teammates = useTeammates();
  const { stage_id, owner_id, value_cents } = contact;
  const [value, setValue] = useState<string | number>(value_cents === null ? "" : value_cents / 100);
  const place = useMutation({
    mutationFn: (change: {
      stage_id?: string | null;
      owner_id?: string | null;
      value_cents?: number | null;
    }) =>
      contactsApi.place.call({
        id: contact.id,
        ...change,
        ...(change.stage_id !== undefined && { from_stage_id: stage_id }),
      }),
    onError: (error) => toastError(error, "That wasn’t saved. Try again."),
    onSettled: () => queries.invalidateQueries({ queryKey: contactsApi.key() }),
  });
  const { stages = [], currency } = settings.data ?? {};
  const isUnknown = owner_id !== null && !teammates.some(({ id }) => id === owner_id);
  const owners = [
    ...teammates.map(({ id, name }) => ({ value: id, label: name })),
    ...(isUnknown ? [{ value: owner_id, label: "Someone on your team" }] : []),
  ];
  const isOff = !mayEdit || place.isPending;
  const saveValue = () => {
    const cents = value === "" ? null : Math.round(Number(value) * 100);
    if (cents !== value_cents) place.mutate({ value_cents: cents });
  };
  return (
    <Group gap="sm" align="start">
      {stages.length > 0 && (
        <Select
          size="md"
          flex="1 1 9rem"
          label="Stage"
          placeholder="Not in the pipeline"
          clearable
          disabled={isOff}
          data={stages.map(({ id, name }) => ({ value: id, label: name }))}
          value={stage_id}
          onChange={(chosen) => place.mutate({ stage_id: chosen })}
        />
      )}
      {stages.length > 0 && (
        <NumberInput
          size="md"
          flex="1 1 7rem"
          label={`Value in ${currency}`}
          min={0}
          max={VALUE_CENTS_MAX / 100}
          decimalScale={2}
          {...SEPARATORS}
          hideControls
          disabled={isOff}
          value={value}
          onChange={setValue}
          onBlur={saveValue}
          onKeyDown={({ key }) => key === "Enter" && saveValue()}
        />
      )}
      {(teammates.length > 1 || owner_id !== null) && (
        <Select
          size="md"
          flex="1 1 9rem"
          label="Assigned to"
          placeholder="Nobody"
          clearable
          disabled={isOff}
          data={owners}
          value={owner_id}
          onChange={(chosen) => place.mutate({ owner_id: chosen })}
        />
      )}
    </Group>
  );
}
