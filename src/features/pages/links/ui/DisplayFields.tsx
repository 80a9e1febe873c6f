import { Input, SegmentedControl, Select } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useId } from "react";
import type { Animation, Layout } from "#src/features/pages/links/blocks-contract.ts";
import { GroupField } from "./GroupField.tsx";
import type { LinkFormValues } from "./link-form.ts";
import { OwnPictureField } from "./OwnPictureField.tsx";

interface DisplayFieldsProps {
  form: UseFormReturnType<LinkFormValues>;
  profileId: string;
}

/** How a link looks on the page, and the group that it's in. */
export function DisplayFields({ form, profileId }: DisplayFieldsProps) {
  const layout = form.useWatchValue("layout");
  const animation = form.useWatchValue("animation");
  const picture = form.useWatchValue("picture_url");
  const group = form.useWatchValue("parent_id");
  const label = useId();
  return (
    <>
      <Input.Wrapper size="md" label="Layout" labelElement="div" labelProps={{ id: label }}>
        <SegmentedControl
          fullWidth
          aria-labelledby={label}
          data={[
            { value: "row", label: "Row" },
            { value: "featured", label: "Large" },
            { value: "grid", label: "Half" },
          ]}
          value={layout}
          onChange={(value) => form.setFieldValue("layout", value as Layout)}
        />
      </Input.Wrapper>
      <OwnPictureField
        label="Own picture"
        value={picture}
        error={form.errors.picture_url}
        onChange={(url) => form.setFieldValue("picture_url", url)}
      />
      <Select
        size="md"
        label="Animation"
        description="Three times after the page opens. Not for visitors who prefer less motion."
        allowDeselect={false}
        data={[
          { value: "", label: "None" },
          { value: "pulse", label: "Pulse" },
          { value: "shake", label: "Shake" },
          { value: "glow", label: "Glow" },
        ]}
        value={animation}
        onChange={(value) => form.setFieldValue("animation", (value ?? "") as Animation | "")}
      />
      <GroupField
        profileId={profileId}
        value={group}
        error={form.errors.parent_id}
        onChange={(id) => form.setFieldValue("parent_id", id)}
      />
    </>
  );
}
