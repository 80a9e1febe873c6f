import { Skeleton } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import type { Link } from "#src/features/pages/links/contract.ts";
import { GrowingTextarea } from "#src/kit/form/GrowingTextarea.tsx";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { AbTestFields } from "./AbTestFields.tsx";
import { AudienceFields } from "./AudienceFields.tsx";
import { DisplayFields } from "./DisplayFields.tsx";
import classes from "./LinkOptions.module.css";
import type { LinkFormValues } from "./link-form.ts";
import { OptionGroup } from "./OptionGroup.tsx";
import { type OptionGroupName, optionGroupOf, optionSummaries } from "./option-summaries.ts";
import { PasswordField } from "./PasswordField.tsx";
import { ScheduleFields } from "./ScheduleFields.tsx";
import { ShelfFields } from "./ShelfFields.tsx";
import { ShortNameField } from "./ShortNameField.tsx";
import { TrackingFields } from "./TrackingFields.tsx";

const LinkHistory = lazyComponent(
  async () => (await import("./LinkHistory.tsx")).LinkHistory,
  <Skeleton height={120} radius="md" role="status" aria-label="Loading the history" />,
);

interface LinkOptionsProps {
  form: UseFormReturnType<LinkFormValues>;
  /** The stored link, or undefined for a new one. */
  link: Link | undefined;
  profileId: string;
  /** Called when an earlier version was restored, which the form doesn't show. */
  onRestored: () => void;
}

const NOTES_CHARS_MAX = 2000;

/** A link's extra options, in groups. */
export function LinkOptions({ form, link, profileId, onRestored }: LinkOptionsProps) {
  const refused = new Set(Object.keys(form.errors).map(optionGroupOf));
  const groups: Record<OptionGroupName, [title: string, fields: ReactNode]> = {
    display: ["Display", <DisplayFields key="display" form={form} profileId={profileId} />],
    short: ["Short link", <ShortNameField key="short" form={form} link={link} profileId={profileId} />],
    schedule: ["Schedule", <ScheduleFields key="schedule" form={form} link={link} />],
    audience: ["Audience", <AudienceFields key="audience" form={form} />],
    tracking: ["Tracking", <TrackingFields key="tracking" form={form} />],
    ab: ["A/B test", <AbTestFields key="ab" form={form} link={link} />],
    protection: ["Protection", <PasswordField key="protection" form={form} link={link} />],
    notes: [
      "Notes, tags, folder",
      <>
        <ShelfFields form={form} />
        <GrowingTextarea
          label="Notes"
          description="Only for you and your team. Visitors never see them."
          maxLength={NOTES_CHARS_MAX}
          minRows={2}
          maxRows={8}
          {...form.getInputProps("notes")}
        />
      </>,
    ],
    history: [
      "History",
      link && (
        <LinkHistory key="history" link={link} isTyped={() => form.isDirty()} onRestored={onRestored} />
      ),
    ],
  };
  return (
    <div className={classes.groups}>
      {(Object.keys(groups) as OptionGroupName[])
        .filter((name) => name !== "history" || link !== undefined)
        .map((name) => (
          <Summarized
            key={name}
            form={form}
            name={name}
            title={groups[name][0]}
            hasError={refused.has(name)}
            isLate={name === "history" || name === "tracking"}
          >
            {groups[name][1]}
          </Summarized>
        ))}
    </div>
  );
}

interface SummarizedProps {
  form: UseFormReturnType<LinkFormValues>;
  name: OptionGroupName;
  title: string;
  hasError: boolean;
  isLate: boolean;
  children: ReactNode;
}

function Summarized({ form, name, ...group }: SummarizedProps) {
  return <OptionGroup {...group} summary={optionSummaries(form.getValues())[name]} />;
}
