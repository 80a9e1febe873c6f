import { NativeSelect, NumberInput, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Change, Selection } from "#src/features/admin/users/changes/change-contract.ts";
import { CHANGE_AREAS, type ChangeKind, REASON_CHARS_MAX } from "#src/features/admin/users/rules.ts";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { GRANT_QUANTITY_MAX } from "#src/features/money/entitlements/rules.ts";
import { ReasonDialog } from "#src/kit/form/ReasonDialog.tsx";
import { newId } from "#src/kit/new-id.ts";
import { plural } from "#src/kit/plural.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { changesApi, useUsersRefresh } from "./user-queries.ts";

const KINDS: readonly { value: ChangeKind | "premium"; kind: ChangeKind; label: string }[] = [
  { value: "suspend", kind: "suspend", label: "Suspend for a while" },
  { value: "lift", kind: "lift", label: "Lift suspensions" },
  { value: "grant", kind: "grant", label: "Give profile slots" },
  { value: "premium", kind: "grant", label: "Give units of premium" },
  { value: "sign_out", kind: "sign_out", label: "Sign out everywhere" },
  { value: "confirm", kind: "confirm", label: "Confirm addresses" },
];
const DAYS = ["1", "7", "30", "90"].map((value) => ({
  value,
  label: value === "1" ? "1 day" : `${value} days`,
}));
const QUANTITY = 5;

const after = (days: string) => new Date(Date.now() + Number(days) * DAY_MS).toISOString();

interface ChangeDialogProps {
  opened: boolean;
  onClose: () => void;
  onStarted: () => void;
  selection: Selection;
  role: string;
}

/** Does the same to many accounts: how many it will be is shown before. */
export function ChangeDialog({ opened, onClose, onStarted, selection, role }: ChangeDialogProps) {
  const kinds = KINDS.filter(({ kind }) => isStaffFor(role, CHANGE_AREAS[kind]));
  const [chosen, setChosen] = useState(kinds[0]?.value ?? "lift");
  const [days, setDays] = useState("7");
  const [quantity, setQuantity] = useState<number>(QUANTITY);
  // One id for each opening, so that a second click doesn't start a second change.
  const [id] = useState(newId);
  const refresh = useUsersRefresh();
  const change = changeOf({ chosen, days, quantity });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Change many accounts"
      action="Start"
      done="It’s under way"
      charsMax={REASON_CHARS_MAX}
      note="Each of them can read it."
      fields={
        <>
          <NativeSelect
            size="md"
            label="What to do"
            data={kinds.map(({ value, label }) => ({ value, label }))}
            value={chosen}
            onChange={({ currentTarget: { value } }) => {
              const picked = kinds.find((one) => one.value === value);
              if (picked) setChosen(picked.value);
            }}
          />
          {chosen === "suspend" && (
            <NativeSelect
              size="md"
              label="How long"
              data={DAYS}
              value={days}
              onChange={({ currentTarget }) => setDays(currentTarget.value)}
            />
          )}
          {(chosen === "grant" || chosen === "premium") && (
            <NumberInput
              size="md"
              label="How many each"
              min={1}
              max={GRANT_QUANTITY_MAX}
              value={quantity}
              onChange={(value) => setQuantity(Number(value) || 1)}
            />
          )}
        </>
      }
      send={async (reason) => {
        await changesApi.startChange.call({ id, selection, change, reason });
        await refresh();
        onStarted();
        return undefined;
      }}
    >
      {opened && <Preview selection={selection} kind={change.kind} />}
    </ReasonDialog>
  );
}

function changeOf({ chosen, days, quantity }: { chosen: string; days: string; quantity: number }): Change {
  if (chosen === "suspend") return { kind: "suspend", until: after(days) };
  if (chosen === "grant" || chosen === "premium") {
    const what = chosen === "premium" ? "premium_units" : "profile_slots";
    return { kind: "grant", what, quantity, ends_at: null };
  }
  return { kind: chosen === "sign_out" || chosen === "confirm" ? chosen : "lift" };
}

function Preview({ selection, kind }: { selection: Selection; kind: ChangeKind }) {
  // What the count depends on is only who's meant and what's done.
  const change = changeOf({ chosen: kind, days: "1", quantity: 1 });
  const { data, error } = useQuery({
    queryKey: ["users", "preview", kind, selection],
    queryFn: () => changesApi.previewChange.call({ selection, change }),
    staleTime: 0,
  });
  if (error) return <>We couldn’t count them. Try again.</>;
  if (!data) return <>Counting…</>;
  const { count, sample, can_undo } = data;
  if (count === 0) return <>That changes nothing for any of them.</>;
  return (
    <>
      {plural(count, "account")} will change. Staff are left out.{" "}
      {can_undo ? "You can take it back for 7 days." : "It can’t be taken back."}
      <Text component="span" display="block" size="xs" c="dimmed" mt={4}>
        {sample.join(" · ")}
        {count > sample.length && " · …"}
      </Text>
    </>
  );
}
