import { ColorInput, Group, Image, Input, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import type { useForm } from "@mantine/form";
import type { Setting } from "#src/features/instance/settings/contract.ts";
import { PictureButtons } from "#src/features/pages/media/ui/shared/PictureButtons.tsx";
import { UploadOutcome } from "#src/features/pages/media/ui/shared/UploadOutcome.tsx";
import { usePictureUpload } from "#src/features/pages/media/ui/shared/use-picture-upload.ts";
import { contrastRatio, isColor, READABLE_CONTRAST } from "#src/lib/colors.ts";

interface SettingFieldProps {
  setting: Setting;
  field: ReturnType<ReturnType<typeof useForm<Record<string, string>>>["getInputProps"]>;
}

/** A setting and the origin of its value. The environment's are read-only. */
export function SettingField({ setting, field }: SettingFieldProps) {
  const { label, input, source } = setting;
  const isFixed = source === "environment";
  const shared = { label, description: <Hint setting={setting} />, size: "md", ...field } as const;
  if (input.kind === "picture" && !isFixed) return <PictureSetting setting={setting} field={field} />;
  if (input.kind === "choice" && !isFixed) {
    return (
      <Input.Wrapper
        label={label}
        labelElement="div"
        size="md"
        description={shared.description}
        error={field.error}
      >
        <SegmentedControl
          mt="xs"
          aria-label={label}
          data={[...input.choices]}
          value={field.value}
          onChange={field.onChange}
        />
      </Input.Wrapper>
    );
  }
  if (input.kind === "color" && !isFixed) {
    return (
      <ColorInput
        {...shared}
        format="hex"
        error={field.error ?? lowContrast(field.value, input.on)}
        eyeDropperButtonProps={{ "aria-label": "Pick a color from the screen" }}
      />
    );
  }
  const type = input.kind === "email" ? "email" : "text";
  return <TextInput {...shared} type={type} readOnly={isFixed} variant={isFixed ? "filled" : "default"} />;
}

/** Shown while a color is being chosen. The server checks it too. */
function lowContrast(color: string, on: string): string | undefined {
  if (!isColor(color)) return undefined;
  const ratio = contrastRatio(color, on);
  if (ratio >= READABLE_CONTRAST) return undefined;
  return `Text is hard to read with this color: its contrast is ${ratio.toFixed(1)}:1 and should be at least ${READABLE_CONTRAST}:1.`;
}

function Hint({ setting: { hint, source, variable } }: { setting: Setting }) {
  return (
    <>
      {hint} {source === "environment" && `Set by ${variable} in the environment.`}
      {source === "founder" && "Set on this page."}
      {source === "default" && "This is the default."}
    </>
  );
}

/** Uploaded as soon as it's picked, and stored when the form is saved. */
function PictureSetting({ setting, field }: SettingFieldProps) {
  const { take, isUploading, failure, notice } = usePictureUpload({
    purpose: "avatar",
    onUploaded: field.onChange,
  });
  return (
    <Input.Wrapper
      label={setting.label}
      labelElement="div"
      size="md"
      description={<Hint setting={setting} />}
      error={field.error}
    >
      <Stack gap={6} mt="xs">
        <Group gap="md">
          {field.value ? (
            <Image src={field.value} w={56} h={56} radius="md" alt="Your logo" />
          ) : (
            <Text size="sm" c="dimmed">
              None yet
            </Text>
          )}
          <PictureButtons
            hasPicture={field.value !== ""}
            isUploading={isUploading}
            onFile={take}
            onRemove={() => field.onChange("")}
          />
        </Group>
        <UploadOutcome failure={failure} notice={notice} />
      </Stack>
    </Input.Wrapper>
  );
}
