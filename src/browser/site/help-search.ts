import { type SearchEntry, searchHelp, tallyText } from "#src/features/public/site/page/help-search.ts";

/** Shows results in the page while someone types. Without JavaScript, the form loads them from the server. */
export function startHelpSearch(): void {
  const root = document.querySelector<HTMLElement>("[data-help]");
  const field = document.querySelector<HTMLInputElement>("#q");
  if (!root || !field) return;
  const part = (name: string) => root.querySelector<HTMLElement>(`[data-${name}]`);
  const [tally, found, empty, chapters] = ["tally", "found", "empty", "chapters"].map(part);
  if (!tally || !found || !empty || !chapters) return;
  let entries: Promise<SearchEntry[]> | undefined;
  const path = field.form?.getAttribute("action") ?? "";
  const load = () => {
    entries ??= fetch(`${path}/index.json`).then((answer) => answer.json() as Promise<SearchEntry[]>);
    // If the index doesn't load, the form still works.
    entries.catch(() => {
      entries = undefined;
    });
    return entries;
  };

  const show = async () => {
    const query = field.value.trim();
    const slugs = query === "" ? [] : searchHelp(await load(), query);
    // More may have been typed in the meantime.
    if (query !== field.value.trim()) return;
    found.replaceChildren(...slugs.flatMap((slug) => cardOf(chapters, slug)));
    found.hidden = slugs.length === 0;
    empty.hidden = query === "" || slugs.length > 0;
    chapters.hidden = query !== "";
    tally.textContent = query === "" ? "" : tallyText(slugs.length, query);
    history.replaceState(history.state, "", query === "" ? path : `${path}?q=${encodeURIComponent(query)}`);
  };
  field.addEventListener("focus", () => void load().catch(() => undefined), { once: true });
  field.addEventListener("input", () => void show().catch(() => undefined));
  field.form?.addEventListener("submit", (event) => {
    if (!entries) return;
    event.preventDefault();
    void show().catch(() => undefined);
  });
}

function cardOf(chapters: HTMLElement, slug: string): Node[] {
  const card = chapters.querySelector(`[data-article="${slug}"]`);
  return card ? [card.cloneNode(true)] : [];
}
