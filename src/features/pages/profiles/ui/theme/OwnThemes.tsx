import { Button, FileButton, Group, Skeleton, TextInput } from "@mantine/core";
import { IconDownload, IconTrash, IconUpload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCanAddProfiles } from "#src/features/identity/team/ui/shared/use-permission.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import {
  lookOf,
  readThemeFile,
  THEME_FILE_BYTES_MAX,
  THEME_NAME_CHARS_MAX,
  themeFile,
} from "#src/features/pages/profiles/themes/theme-file-rules.ts";
import type { Theme } from "#src/features/pages/profiles/themes/themes-contract.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { IconButton } from "#src/kit/IconButton.tsx";
import { newId } from "#src/kit/new-id.ts";
import { saveFile } from "#src/kit/save-file.ts";
import { toastError, toastSuccess, toastUndo } from "#src/kit/toasts.tsx";
import { isBlank } from "#src/lib/text.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";
import { themesApi, themesQuery } from "../shared/theme-queries.ts";
import { OfferMenu } from "./OfferMenu.tsx";
import { ThemePhones } from "./ThemePhones.tsx";
import { useMayOffer } from "./use-gallery.ts";

interface OwnThemesProps {
  form: ProfileForm;
  profile: Profile;
}

/** Looks that people keep: in the account, for its other pages, or in a file, for anybody's. */
export function OwnThemes({ form, profile }: OwnThemesProps) {
  const { data } = useQuery(themesQuery());
  const [problem, setProblem] = useState<string>();
  // They're the whole account's.
  const mayKeep = useCanAddProfiles();
  const { theme } = form.values;
  const take = async (file: File | null) => {
    if (!file) return;
    const text = file.size > THEME_FILE_BYTES_MAX ? "" : await file.text();
    const reading = readThemeFile(text);
    setProblem(reading.ok ? undefined : reading.problem);
    if (!reading.ok) return;
    form.setFieldValue("theme", { ...theme, ...reading.theme });
    toastSuccess({ message: "The theme is on this page now. Undo brings the old one back." });
  };
  return (
    <EditorSection
      title="Your themes"
      text="Keep how this page looks: for your other pages, or as a file to give away. Pictures stay with the page."
    >
      {data ? (
        data.items.length > 0 && (
          <ThemePhones
            form={form}
            profile={profile}
            label="Your themes"
            themes={data.items}
            actions={mayKeep && ((own) => <ThemeActions own={own} />)}
          />
        )
      ) : (
        <Skeleton height={36} />
      )}
      {mayKeep && <SaveTheme form={form} onProblem={setProblem} />}
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          onClick={() =>
            saveFile(
              `${profile.username}-theme.json`,
              new Blob([themeFile(form.values.name, lookOf(theme))], { type: "application/json" }),
            )
          }
        >
          Export as a file
        </Button>
        <FileButton accept="application/json,.json" onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={18} />}>
              Import a file
            </Button>
          )}
        </FileButton>
      </Group>
      <FormFailure message={problem} />
    </EditorSection>
  );
}

interface SaveThemeProps {
  form: ProfileForm;
  onProblem: (problem: string | undefined) => void;
}

function SaveTheme({ form, onProblem }: SaveThemeProps) {
  const [name, setName] = useState("");
  const [id, setId] = useState(newId);
  const queries = useQueryClient();
  const save = useMutation(
    themesApi.create.mutationOptions({
      onSuccess: () => {
        setName("");
        setId(newId());
        onProblem(undefined);
        void queries.invalidateQueries({ queryKey: themesApi.list.key() });
      },
      onError: (error) => onProblem(errorMessage(error, "The theme couldn’t be saved.")),
    }),
  );
  const submit = () => save.mutate({ id, name, theme: lookOf(form.values.theme) });
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        flex="1 1 12rem"
        label="Name of this look"
        placeholder="Summer tour"
        maxLength={THEME_NAME_CHARS_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // The editor's form around it would be sent instead.
          event.preventDefault();
          if (!isBlank(name)) submit();
        }}
      />
      <Button size="md" variant="light" disabled={isBlank(name)} loading={save.isPending} onClick={submit}>
        Save theme
      </Button>
    </Group>
  );
}

interface ThemeActionsProps {
  own: Theme;
}

/** What can be done with a saved theme besides using it: staff may offer it to everyone, too. */
function ThemeActions({ own }: ThemeActionsProps) {
  const remove = useRemoval();
  const mayOffer = useMayOffer();
  if (mayOffer) return <OfferMenu own={own} onDelete={() => remove(own)} />;
  return (
    <IconButton aria-label={`Delete the theme ${own.name}`} onClick={() => remove(own)}>
      <IconTrash size={18} />
    </IconButton>
  );
}

/** Deletes a theme at once, with a way back. */
function useRemoval() {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: themesApi.list.key() });
  const restore = useMutation(
    themesApi.create.mutationOptions({
      onSuccess: refresh,
      onError: (error) => toastError(error, "The theme couldn’t be saved."),
    }),
  );
  const remove = useMutation(
    themesApi.delete.mutationOptions({
      onSuccess: ({ name, theme }) => {
        refresh();
        toastUndo(`“${name}” deleted`, () => restore.mutate({ name, theme }));
      },
      onError: (error) => toastError(error, "The theme couldn’t be deleted."),
    }),
  );
  return ({ id }: Theme) => remove.mutate({ id });
}
