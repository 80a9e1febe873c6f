import { FileInput, SegmentedControl, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { NAME_CHARS_MAX, UPLOAD_BYTES_MAX, URL_CHARS_MAX } from "../lists/list-rules.ts";
import { signalsApi, useSignalsRefresh } from "./signals-client.ts";

interface ListDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Adds a list of bad hosts: an address, or a file. */
export function ListDialog({ opened, onClose }: ListDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Add list">
      <ListForm onClose={onClose} />
    </FormDialog>
  );
}

const SOURCES = [
  { value: "url", label: "From a URL" },
  { value: "file", label: "From a file" },
];
const MEGABYTE = 1024 * 1024;

function ListForm({ onClose }: Omit<ListDialogProps, "opened">) {
  const [source, setSource] = useState("url");
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const refresh = useSignalsRefresh();
  const isFile = source === "file";
  const sending = useMutation({
    mutationFn: () =>
      isFile && file ? signalsApi.uploadList.call({ name, file }) : signalsApi.addList.call({ name, url }),
    onSuccess: async () => {
      onClose();
      toastSuccess({ message: isFile ? "List added" : "List added. It’s loading now." });
      await refresh();
    },
  });
  const problem = isFile && !file ? "Choose a file." : undefined;
  const { submit, failure, isSending } = formOf(sending, "That couldn’t be saved. Try again.", () => {
    setMissing(problem !== undefined);
    return problem === undefined;
  });
  const code = apiErrorOf(sending.error)?.code ?? "";
  const field = code === "LIST_NAME_MISSING" ? "name" : /^LIST_(?!LIMIT)/.test(code) ? "source" : undefined;
  const sourceError = (isMissing ? problem : undefined) ?? (field === "source" ? failure : undefined);
  return (
    <DialogForm
      entity={{ submit, failure: field ? undefined : failure, isSending }}
      action="Add"
      onClose={onClose}
    >
      <TextInput
        size="md"
        label="Name"
        data-autofocus
        maxLength={NAME_CHARS_MAX}
        value={name}
        error={field === "name" ? failure : undefined}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <SegmentedControl aria-label="Where it comes from" data={SOURCES} value={source} onChange={setSource} />
      {isFile ? (
        <FileInput
          size="md"
          label="File"
          description={`Plain text, up to ${UPLOAD_BYTES_MAX / MEGABYTE} MB`}
          placeholder="Choose a file"
          value={file}
          error={sourceError}
          onChange={setFile}
        />
      ) : (
        <TextInput
          size="md"
          label="URL"
          description="It’s loaded now, and every day from now on."
          placeholder="https://example.com/hosts.txt"
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={URL_CHARS_MAX}
          value={url}
          error={sourceError}
          onChange={({ currentTarget: { value } }) => setUrl(value)}
        />
      )}
    </DialogForm>
  );
}
