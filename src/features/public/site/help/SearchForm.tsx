import { PATHS } from "#src/lib/paths.ts";
import { QUERY_CHARS_MAX } from "../page/help-search.ts";

/** Searches on the server. On the help page, the script searches while people type. */
export function SearchForm({ query }: { query: string }) {
  return (
    <search>
      <form action={PATHS.help} className="search">
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.2 15.2 20 20" />
        </svg>
        <label className="hide" htmlFor="q">
          Search help
        </label>
        <input
          id="q"
          name="q"
          type="search"
          placeholder="Try “QR code”"
          defaultValue={query}
          maxLength={QUERY_CHARS_MAX}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button type="submit" className="button">
          Search
        </button>
      </form>
    </search>
  );
}
