import { Radio, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { use, useMemo } from "react";
import { parseThemeSettings } from "#src/features/pages/profiles/rules.ts";
import { STARTERS, type StarterKey } from "#src/features/pages/profiles/starter-rules.ts";
import type { Starter } from "#src/features/pages/profiles/starters-contract.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { LANGUAGE } from "#src/kit/locale.ts";
import { NEW_PROFILE } from "../shared/new-profile.ts";
import { ProfileSlots } from "../shared/profile-slots.ts";
import { startersApi } from "../shared/starters-api.ts";
import classes from "./StarterChoice.module.css";

interface StarterChoiceProps {
  /** Null for an empty page. */
  value: StarterKey | null;
  onChange: (value: StarterKey | null) => void;
}

/** What the choice of an empty page is called in the form. */
const EMPTY = "";

/** An empty page, or one of the starters, each on a small phone. */
export function StarterChoice({ value, onChange }: StarterChoiceProps) {
  const { data, error, refetch } = useQuery(
    startersApi.starters.queryOptions({ input: { language: LANGUAGE }, staleTime: Number.POSITIVE_INFINITY }),
  );
  if (error) {
    return (
      <ErrorPanel error={error} fallback="The starters couldn’t be loaded." onRetry={() => void refetch()} />
    );
  }
  return (
    <Radio.Group
      size="md"
      label="Start with"
      description="Placeholders come along hidden, until you’ve filled them in."
      value={value ?? EMPTY}
      onChange={(next) => onChange(STARTERS.find((key) => key === next) ?? null)}
    >
      <div className={classes.starters}>
        <Radio.Card value={EMPTY} aria-label="An empty page" className={classes.starter}>
          <span className={classes.empty} aria-hidden />
          <Text size="sm">An empty page</Text>
        </Radio.Card>
        {data
          ? data.items.map((starter) => <StarterCard key={starter.key} starter={starter as Starter} />)
          : STARTERS.map((key) => <Skeleton key={key} className={classes.starter} radius="lg" />)}
      </div>
    </Radio.Group>
  );
}

function StarterCard({ starter: { key, label, profile, links } }: { starter: Starter }) {
  const { LookPreview } = use(ProfileSlots);
  const page = useMemo(
    () => ({
      ...NEW_PROFILE,
      name: label,
      public_notes: String(profile.public_notes ?? ""),
      theme_settings: parseThemeSettings(profile.theme_settings),
    }),
    [label, profile],
  );
  return (
    <Radio.Card value={key} aria-label={label} className={classes.starter}>
      <span className={classes.phone} aria-hidden>
        <LookPreview profile={page} links={links} />
      </span>
      <Text size="sm" ta="center">
        {label}
      </Text>
    </Radio.Card>
  );
}
