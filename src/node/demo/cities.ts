import type { GeoLocation } from "#src/platform/geo/geo.ts";

interface City {
  place: GeoLocation;
  /** Hours ahead of UTC. */
  utcOffset: number;
  /** The share of phones that are iPhones, from 0 to 1. */
  iphones: number;
}

function city(spelling: string, utcOffset: number, iphones: number): City {
  const [country = "", region = "", name = ""] = spelling.split("|");
  return { place: Object.freeze({ country, region, city: name }), utcOffset, iphones };
}

/** Visitors' cities. Country, region, and city are spelled as in the geolocation database. */
export const CITIES = {
  oslo: city("NO|Oslo|Oslo", 1, 0.66),
  stockholm: city("SE|Stockholm|Stockholm", 1, 0.62),
  copenhagen: city("DK|Capital Region|Copenhagen", 1, 0.64),
  berlin: city("DE|State of Berlin|Berlin", 1, 0.42),
  hamburg: city("DE|Hamburg|Hamburg", 1, 0.4),
  leipzig: city("DE|Saxony|Leipzig", 1, 0.37),
  munich: city("DE|Bavaria|Munich (Schwabing-Freimann)", 1, 0.46),
  vienna: city("AT|Vienna|Vienna", 1, 0.43),
  zurich: city("CH|Zurich|Zurich", 1, 0.6),
  amsterdam: city("NL|North Holland|Amsterdam", 1, 0.5),
  paris: city("FR|Ile-de-France|Paris", 1, 0.4),
  madrid: city("ES|Madrid|Madrid", 1, 0.27),
  lisbon: city("PT|Lisbon|Lisbon", 0, 0.3),
  milan: city("IT|Lombardy|Milan", 1, 0.33),
  warsaw: city("PL|Mazovia|Warsaw", 1, 0.28),
  london: city("GB|England|London", 0, 0.56),
  manchester: city("GB|England|Manchester", 0, 0.52),
  dublin: city("IE|Leinster|Dublin", 0, 0.52),
  newYork: city("US|New York|New York", -5, 0.62),
  losAngeles: city("US|California|Los Angeles", -8, 0.64),
  chicago: city("US|Illinois|Chicago", -6, 0.58),
  austin: city("US|Texas|Austin", -6, 0.6),
  seattle: city("US|Washington|Seattle", -8, 0.6),
  toronto: city("CA|Ontario|Toronto", -5, 0.6),
  montreal: city("CA|Quebec|Montreal", -5, 0.54),
  mexicoCity: city("MX|Mexico City|Mexico City", -6, 0.25),
  saoPaulo: city("BR|Sao Paulo|Sao Paulo", -3, 0.2),
  sydney: city("AU|New South Wales|Sydney", 10, 0.6),
  melbourne: city("AU|Victoria|Melbourne", 10, 0.58),
  osaka: city("JP|Osaka|Osaka", 9, 0.66),
  mumbai: city("IN|Maharashtra|Mumbai", 5.5, 0.06),
  lagos: city("NG|Lagos|Lagos", 1, 0.1),
} as const satisfies Record<string, City>;

export type CityName = keyof typeof CITIES;
