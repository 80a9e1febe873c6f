import { useHasFeature } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import "#src/kit/deferred.css";
import { Button, Group, Input, Radio, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { use } from "react";
import { PictureButtons } from "#src/features/pages/media/ui/shared/PictureButtons.tsx";
import { UploadOutcome } from "#src/features/pages/media/ui/shared/UploadOutcome.tsx";
import { usePictureUpload } from "#src/features/pages/media/ui/shared/use-picture-upload.ts";
import { NAME_CHARS_MAX } from "#src/features/pages/profiles/contract.ts";
import { ProfileAvatar } from "#src/features/pages/profiles/ui/shared/ProfileAvatar.tsx";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";
import { ProfileSlots } from "#src/features/pages/profiles/ui/shared/profile-slots.ts";
import { Card } from "#src/kit/Card.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { PreviewButton } from "#src/kit/PreviewButton.tsx";
import { PreviewFrame } from "#src/kit/PreviewFrame.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { isBlank } from "#src/lib/text.ts";
import classes from "./FirstPage.module.css";
import { FIRST_LOOKS, type FirstPageForm, type Suggestion, useFirstPage } from "./first-page.ts";
import { useLinkSlots } from "./link-slots.ts";

/** Everything for a first page on one screen, next to the page itself, which one button publishes. */
export function FirstPage() {
  const canImport = useHasFeature("page_imports");
  const form = useFirstPage();
  const { Preview } = useLinkSlots();
  const preview = <Preview profile={form.profile} links={form.links} />;
  return (
    <PreviewFrame preview={preview}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.publish();
        }}
      >
        <Card
          title="Your first page"
          text="Visitors see what the preview shows. You can change all of it later."
          action={
            <Group gap="xs">
              {canImport && (
                <Button
                  variant="default"
                  leftSection={<IconFileImport size={18} />}
                  renderRoot={(props) => <Link to={PATHS.pageImport} {...props} />}
                >
                  Import a page
                </Button>
              )}
              <PreviewButton>{preview}</PreviewButton>
            </Group>
          }
        >
          <NameField form={form} />
          <Textarea
            label="Links"
            description="Addresses, one a line. Titles and pictures come by themselves."
            placeholder={"instagram.com/you\nyour-shop.com\nhello@you.com"}
            size="md"
            autosize
            minRows={3}
            maxRows={8}
            inputMode="url"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={form.addresses}
            onChange={(event) => form.setAddresses(event.currentTarget.value)}
          />
          <LookChoice form={form} />
          <Picture form={form} />
          <FormFailure message={form.failure} />
          <Button type="submit" size="md" loading={form.isPublishing}>
            Publish page
          </Button>
        </Card>
      </form>
    </PreviewFrame>
  );
}

function NameField({ form }: { form: FirstPageForm }) {
  return (
    <div>
      <TextInput
        label="Name"
        description="You, a shop, a project. Your address comes from it."
        size="md"
        maxLength={NAME_CHARS_MAX}
        autoComplete="off"
        error={form.nameProblem}
        ref={form.nameField}
        value={form.name}
        onChange={(event) => form.setName(event.currentTarget.value)}
      />
      {!isBlank(form.name) && form.suggestion && <Address suggestion={form.suggestion} />}
    </div>
  );
}

/** The page's address, with the reason if it isn't quite what was asked for. */
function Address({ suggestion: { username, is_taken } }: { suggestion: Suggestion }) {
  const { short } = usePageUrls();
  const address = <b>{short({ username })}</b>;
  return (
    <Text size="sm" c="dimmed" mt={6} aria-live="polite" style={{ overflowWrap: "anywhere" }}>
      {is_taken ? <>Taken. You’d get {address}, or try another name.</> : <>{address} is free.</>}
    </Text>
  );
}

function LookChoice({ form }: { form: FirstPageForm }) {
  const { LookPreview } = use(ProfileSlots);
  return (
    <Radio.Group label="Look" size="md" value={form.look} onChange={form.setLook}>
      <div className={classes.looks}>
        {FIRST_LOOKS.map(({ key, label }, at) => (
          <Radio.Card key={key} value={key} aria-label={label} className={classes.look}>
            <span className={classes.phone} aria-hidden>
              {form.inLooks[at] && <LookPreview profile={form.inLooks[at]} />}
            </span>
            <Text size="sm">{label}</Text>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

function Picture({ form }: { form: FirstPageForm }) {
  const { take, isUploading, failure, notice } = usePictureUpload({
    purpose: "avatar",
    onUploaded: form.setPicture,
  });
  return (
    <Input.Wrapper label="Picture" labelElement="div" size="md">
      <Group mt={6}>
        <ProfileAvatar profile={form.profile} size={64} />
        <Stack gap={6}>
          <PictureButtons
            hasPicture={form.picture !== null}
            isUploading={isUploading}
            onFile={take}
            onRemove={() => form.setPicture(null)}
          />
          <UploadOutcome failure={failure} notice={notice} />
        </Stack>
      </Group>
    </Input.Wrapper>
  );
}
