import { Button, Group, Input, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useId } from "react";
import {
  doubledUtms,
  takesUtm,
  UTM_NAMES,
  type UtmName,
  utmOf,
  withUtm,
} from "#src/features/pages/links/utm-rules.ts";
import { type LinkFormValues, resolvedUrl } from "./link-form.ts";
import { UtmTemplates, type UtmValues } from "./UtmTemplates.tsx";

interface TrackingFieldsProps {
  form: UseFormReturnType<LinkFormValues>;
}

const VALUE_CHARS_MAX = 200;

const FIELDS: readonly { name: UtmName; label: string; placeholder: string }[] = [
  { name: "utm_source", label: "Source", placeholder: "instagram" },
  { name: "utm_medium", label: "Medium", placeholder: "social" },
  { name: "utm_campaign", label: "Campaign", placeholder: "spring-sale" },
  { name: "utm_term", label: "Term", placeholder: "running-shoes" },
  { name: "utm_content", label: "Content", placeholder: "top-button" },
];

const PLATFORMS = ["Instagram", "TikTok", "YouTube", "Facebook", "Threads", "Pinterest", "LinkedIn"] as const;

function valuesIn(url: string): UtmValues {
  return Object.fromEntries(UTM_NAMES.map((name) => [name, utmOf(url, name)])) as UtmValues;
}

/** Edits the UTM parameters of the link's URL, which is where they're stored. */
export function TrackingFields({ form }: TrackingFieldsProps) {
  const url = form.useWatchValue("url");
  const isTest = form.useWatchValue("is_ab_test");
  const label = useId();
  const fits = takesUtm(url);
  const doubled = doubledUtms(url);
  const set = (values: Partial<Record<UtmName, string>>) => {
    let changed = form.getValues().url;
    for (const [name, value] of Object.entries(values)) changed = withUtm(changed, name as UtmName, value);
    form.setFieldValue("url", changed);
  };
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {fits
          ? "The site that it opens reads these in its own statistics. Everything else in the URL stays."
          : "Enter a URL first. E-mail addresses and phone numbers can’t have these."}
      </Text>
      <Input.Wrapper size="md" label="Fill in for" labelElement="div" labelProps={{ id: label }}>
        <Group gap="xs" role="group" aria-labelledby={label}>
          {PLATFORMS.map((name) => (
            <Button
              key={name}
              variant="default"
              size="compact-md"
              disabled={!fits}
              onClick={() => set({ utm_source: name.toLowerCase(), utm_medium: "social" })}
            >
              {name}
            </Button>
          ))}
          <Button
            variant="default"
            size="compact-md"
            disabled={!fits}
            onClick={() => set({ utm_source: "newsletter", utm_medium: "email" })}
          >
            Newsletter
          </Button>
        </Group>
      </Input.Wrapper>
      <UtmTemplates values={valuesIn(url)} fits={fits} onApply={set} />
      {FIELDS.map(({ name, ...field }) => (
        <TextInput
          key={name}
          {...field}
          maxLength={VALUE_CHARS_MAX}
          disabled={!fits}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={utmOf(url, name)}
          error={
            doubled.includes(name) && "It’s in the URL more than once. What you enter here replaces all."
          }
          onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
        />
      ))}
      {isTest && <Text size="sm">The A/B test opens its own URLs, which these don’t change.</Text>}
      {fits && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          Opens <span translate="no">{resolvedUrl(url) ?? url}</span>
        </Text>
      )}
    </Stack>
  );
}
