// @project server-postgres
import { describe, expect, it } from "vitest";
import { pageLinkOf, pageViewOf } from "#test/harness/page-view.ts";
import { languageOf } from "./language.ts";

const of = (name: string, bio: string, ...titles: string[]) =>
  languageOf(pageViewOf({ name, bio, links: titles.map((title) => pageLinkOf({ title })) }));

describe("the language of a page", () => {
  it.each([
    ["de", "Lea", "Mode und Reisen aus Hamburg, jeden Tag neue Fotos.", "Mein Shop"],
    ["es", "Carla Gómez", "Cantante y compositora de Madrid.", "Mi nueva canción"],
    ["fr", "Élodie", "Créatrice de bijoux à Lyon.", "Ma boutique"],
    ["it", "Giulia", "Ricette semplici e veloci ogni giorno.", "Il mio libro"],
    ["pt", "João", "Fotógrafo do Porto.", "As minhas fotos e a minha loja"],
    ["nl", "Jan de Vries", "Fotograaf uit Utrecht.", "Mijn winkel en mijn werk"],
    ["pl", "Kasia", "Blog o podróżach i jedzeniu.", "Mój sklep"],
    ["ar", "منى", "مصورة من القاهرة", "Instagram"],
    ["fa", "پریسا", "عکاس و گردشگر", "فروشگاه"],
    ["he", "מאיה", "שירים חדשים", "הופעות"],
    ["el", "Μαρία", "Τραγουδίστρια από την Αθήνα", "Συναυλίες"],
    ["ru", "Анна", "Фотограф из Москвы", "Мои работы"],
    ["uk", "Оля", "Співачка з Києва і Львова", "Нові пісні"],
    ["ja", "さくら", "東京の写真家です", "ショップ"],
    ["zh", "小明", "来自上海的摄影师", "我的商店"],
    ["ko", "지민", "서울의 가수", "새 노래"],
    ["hi", "अनु", "मुंबई की गायिका", "नए गाने"],
    ["th", "มะลิ", "ช่างภาพจากกรุงเทพ", "ร้านค้า"],
  ])("is %s for the words of %s", (language, name, ...words) => {
    expect(of(name, ...(words as [string, string]))).toBe(language);
  });

  it.each([
    ["Mia Moreno", "Singer from Lisbon", "My shop"],
    ["Nora Sings", "Songs & stories", "Tour dates", "New single"],
    ["Yoga with Ben", "", "Book a class", "Free guide", "Newsletter"],
    ["DJ Koko", "", "Instagram", "YouTube", "Spotify", "TikTok"],
    ["Zoë", ""],
    ["🎉", "12345"],
  ])("stays English for %s, whose words don't tell", (name, bio, ...titles) => {
    expect(of(name, bio, ...titles)).toBe("en");
  });

  it("is found even if a row is broken", () => {
    expect(languageOf(pageViewOf({ links: [null as never, pageLinkOf({ title: 7 as never })] }))).toBe("en");
  });
});
