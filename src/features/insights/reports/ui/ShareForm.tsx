import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTimeZone } from "#src/features/identity/accounts/ui/shared/use-time-zone.ts";
import {
  SHARE_ABOUT_CHARS_MAX,
  SHARE_KINDS,
  SHARE_PARTS,
  SHARE_PERIODS,
  type ShareKind,
  type SharePart,
  type SharePeriod,
} from "#src/features/insights/reports/shares/share-rules.ts";
import { copyText } from "#src/kit/copy-text.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { sharesApi } from "./report-client.ts";

const KIND_LABELS: Readonly<Record<ShareKind, string>> = { figures: "Figures", media_kit: "Media kit" };
const PERIOD_LABELS: Readonly<Record<SharePeriod, string>> = {
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  "12m": "Last 12 months",
};
const PART_LABELS: Readonly<Record<SharePart, string>> = {
  views: "Views",
  visitors: "Unique visitors",
  clicks: "Clicks",
  click_rate: "Clicks per view",
  trend: "Views over time",
  countries: "Countries",
  devices: "Devices",
  sources: "Sources",
  links: "Top links",
};
const PARTS_AT_FIRST: readonly SharePart[] = ["views", "visitors", "trend", "countries"];

/** Chooses the figures that a link shows, and copies it once it's made. */
export function ShareForm({ profileId, onClose }: { profileId: string; onClose: () => void }) {
  const queries = useQueryClient();
  const zone = useTimeZone();
  const [kind, setKind] = useState<ShareKind>("figures");
  const [period, setPeriod] = useState<SharePeriod>("30d");
  const [parts, setParts] = useState<string[]>([...PARTS_AT_FIRST]);
  const [about, setAbout] = useState("");
  const [end, setEnd] = useState("");
  const send = useMutation({
    mutationFn: () =>
      sharesApi.create.call({
        profile_id: profileId,
        kind,
        parts: SHARE_PARTS.filter((part) => parts.includes(part)),
        period,
        about,
        zone,
        ends_on: end === "" ? null : end,
      }),
    onSuccess: async ({ url }) => {
      await queries.invalidateQueries({ queryKey: sharesApi.list.key() });
      await copyText(url, "URL");
      onClose();
    },
  });
  const { submit, failure, isSending } = formOf(
    send,
    "The link wasn’t made. Try again.",
    () => parts.length > 0,
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Group grow>
          <Select
            size="md"
            label="Kind"
            allowDeselect={false}
            data={SHARE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
            value={kind}
            onChange={(value) => setKind(SHARE_KINDS.find((known) => known === value) ?? "figures")}
          />
          <Select
            size="md"
            label="Period"
            allowDeselect={false}
            data={SHARE_PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] }))}
            value={period}
            onChange={(value) => setPeriod(SHARE_PERIODS.find((known) => known === value) ?? "30d")}
          />
        </Group>
        <Checkbox.Group
          size="md"
          label="What it shows"
          value={parts}
          error={parts.length === 0 ? "Choose at least one figure." : undefined}
          onChange={setParts}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
            {SHARE_PARTS.map((part) => (
              <Checkbox key={part} value={part} label={PART_LABELS[part]} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <Textarea
          label="What its readers should know (optional)"
          autosize
          minRows={2}
          maxLength={SHARE_ABOUT_CHARS_MAX}
          value={about}
          onChange={({ currentTarget }) => setAbout(currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Works until (optional)"
          value={end}
          onChange={({ currentTarget }) => setEnd(currentTarget.value)}
        />
        <FormFailure message={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            Make and copy the link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
