import { Button, NumberInput, Select, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { ReasonField } from "#src/kit/form/ReasonField.tsx";
import { useReason } from "#src/kit/form/use-reason.ts";
import { formatNumber } from "#src/kit/plural.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { DEFAULT_RULES, type FeatureRules } from "#src/lib/feature-switches.ts";
import type { FeatureState } from "../contract.ts";
import { isSameRules, labelOf, REASON_CHARS_MAX } from "../rules.ts";
import { rulesText } from "./feature-sentence.ts";
import { featuresApi, useFeaturesRefresh } from "./shared/features-client.ts";

interface RulesDialogProps {
  opened: boolean;
  onClose: () => void;
  item: FeatureState;
}

/** Who has a part of the product, by plan and share. */
export function RulesDialog({ opened, onClose, item }: RulesDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={labelOf(item.feature)}>
      <RulesForm onClose={onClose} item={item} />
    </FormDialog>
  );
}

const EVERYONE = [
  { value: "on", label: "On for everyone" },
  { value: "share", label: "On for a share of accounts" },
  { value: "off", label: "Off for everyone" },
];
const PLAN = [
  { value: "usual", label: "Like everyone else" },
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
];
const FIRST_SHARE = 10;

const modeOf = (share: number) => (share === 100 ? "on" : share === 0 ? "off" : "share");
const shareOf = (mode: string | null) => (mode === "on" ? 100 : mode === "off" ? 0 : FIRST_SHARE);
const choiceOf = (isOn: boolean | null) => (isOn === null ? "usual" : isOn ? "on" : "off");
const planOf = (choice: string | null) => (choice === "on" ? true : choice === "off" ? false : null);

function RulesForm({ onClose, item }: Omit<RulesDialogProps, "opened">) {
  const { feature } = item;
  // What the change is based on, whatever is loaded again meanwhile.
  const [seen, setSeen] = useState(item);
  const [rules, setRules] = useState<FeatureRules>({
    share: item.share,
    free: item.free,
    premium: item.premium,
  });
  const [mode, setMode] = useState<string | null>(modeOf(item.share));
  const why = useReason();
  const [isShareMissing, setShareMissing] = useState(false);
  const refresh = useFeaturesRefresh();
  const change = (changes: Partial<FeatureRules>) => setRules((was) => ({ ...was, ...changes }));
  const sending = useMutation({
    mutationFn: () =>
      featuresApi.change.call({ feature, ...rules, version: seen.version, reason: why.reason }),
    onSuccess: async () => {
      onClose();
      toastSuccess({ message: "Saved" });
      await refresh();
    },
    onError: async (error) => {
      const refusal = apiErrorOf(error);
      if (refusal?.code !== "CHANGED_MEANWHILE") return;
      setSeen(refusal.data as FeatureState);
      await refresh();
    },
  });
  const form = formOf(sending, "That couldn’t be saved. Try again.", () => {
    const isGiven = why.checkReason();
    // An emptied field is no share, and isn't off for everyone either.
    setShareMissing(mode === "share" && rules.share === 0);
    return isGiven && !(mode === "share" && rules.share === 0);
  });
  const isConflict = apiErrorOf(sending.error)?.code === "CHANGED_MEANWHILE";
  return (
    <DialogForm
      entity={form}
      action={isConflict ? "Save mine anyway" : "Save"}
      onClose={onClose}
      help={isConflict && <Text size="sm">It’s now: {rulesText(seen)}</Text>}
    >
      <Select
        size="md"
        label="Everyone"
        data={EVERYONE}
        allowDeselect={false}
        value={mode}
        onChange={(next) => {
          setMode(next);
          change({ share: shareOf(next) });
        }}
      />
      {mode === "share" && (
        <NumberInput
          size="md"
          label="Share of accounts"
          description="In percent, from 1 to 99"
          suffix=" %"
          min={1}
          max={99}
          allowDecimal={false}
          value={rules.share === 0 ? "" : rules.share}
          onChange={(value) => change({ share: Number(value) })}
          error={isShareMissing && "Enter a number from 1 to 99."}
        />
      )}
      <Select
        size="md"
        label="Premium accounts"
        data={PLAN}
        allowDeselect={false}
        value={choiceOf(rules.premium)}
        onChange={(value) => change({ premium: planOf(value) })}
      />
      <Select
        size="md"
        label="Free accounts"
        data={PLAN}
        allowDeselect={false}
        value={choiceOf(rules.free)}
        onChange={(value) => change({ free: planOf(value) })}
      />
      <Reach feature={feature} rules={rules} />
      {!isSameRules(rules, DEFAULT_RULES) && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          onClick={() => {
            setRules(DEFAULT_RULES);
            setMode("on");
          }}
        >
          Back to default: on for everyone
        </Button>
      )}
      <ReasonField
        description="Staff read this in the history."
        maxLength={REASON_CHARS_MAX}
        {...why.field}
      />
    </DialogForm>
  );
}

const TYPING_PAUSE_MS = 300;

/** How many accounts would have it. */
function Reach({ feature, rules }: { feature: FeatureState["feature"]; rules: FeatureRules }) {
  const [asked] = useDebouncedValue(rules, TYPING_PAUSE_MS);
  const { data } = useQuery(
    featuresApi.preview.queryOptions({ input: { feature, ...asked }, placeholderData: keepPreviousData }),
  );
  return (
    <Text size="sm" role="status" mih="1.5em">
      {data && `${formatNumber(data.accounts)} of ${formatNumber(data.of)} accounts have it then.`}
    </Text>
  );
}
