#!/usr/bin/env python3
"""Writes the authored pool: wishes as people might put them, for three imagined services. Usage: author.py > pool.jsonl

Everything here is made up for this project. A wish is a list of ways to say it (with slots for what differs), a frame
is a way to begin. Labels (`wish`, `type`) are for measuring; the program passes them over. The order is drawn from a
fixed seed, so equal runs write equal bytes.
"""

import json
import random

CLIENTS = 24
FRAMES = ["{}", "{}", "{}", "{} please", "I'd like {}", "I want {}", "I would prefer {}", "can I have {}", "we need {}",
          "preferably {}", "{} if possible", "also {}", "I need {}", "could you arrange {}", "with {}", "{} would be great"]
NAMES = ["Lisbon", "Oslo", "Porto", "Vienna", "Rosa", "Kyoto", "Dublin", "Lima"]

# scenario -> wish -> (type, says: phrases that fit a frame, asks: whole sentences)
WISHES = {
    "flight_booking": {
        "window_seat": ("string", ["a window seat", "window seat", "a seat by the window", "a seat next to the window"], []),
        "aisle_seat": ("string", ["an aisle seat", "aisle seat", "a seat on the aisle", "the aisle seat"], []),
        "extra_legroom": ("boolean", ["extra legroom", "more legroom", "a row with extra legroom", "lots of legroom"], []),
        "vegan_meal": ("string", ["a vegan meal", "vegan meal", "a vegan meal on board", "vegan meals"], []),
        "checked_bags": ("integer", ["{n} checked bags", "{n} bags to check", "to check {n} bags", "{n} checked bags in the hold"], []),
        "lounge_access": ("boolean", ["lounge entry", "entry to the lounge", "the airport lounge", "a lounge visit before the flight"],
                          ["does the ticket come with lounge entry?", "is the airport lounge included?"]),
        "return_date": ("string", ["to return on {d}", "the return flight on {d}", "a return on {d}", "to fly home on {d}, returning then"], []),
        "pet_in_cabin": ("boolean", ["to bring my cat in the cabin", "my small dog in the cabin", "a pet in the cabin", "to travel with a pet in the cabin"],
                         ["can a pet fly in the cabin?", "are pets allowed in the cabin?"]),
        "wheelchair": ("boolean", ["wheelchair assistance", "a wheelchair at the gate", "wheelchair help at the airport", "assistance with a wheelchair"], []),
        "stopover": ("string", ["a stopover in {name}", "to stop over in {name}", "one stopover in {name}", "a long stopover in {name}"], []),
        "wifi": ("boolean", ["wifi on board", "onboard wifi", "wifi during the flight"], ["is there wifi on board?", "does the plane have wifi?", "do you have wifi on the plane?"]),
        "max_fare": ("number", ["a fare below {m}", "a fare of at most {m}", "a fare under {m}", "the fare not above {m}"], []),
    },
    "hotel_stay": {
        "late_checkout": ("boolean", ["a late checkout", "late checkout", "to have a late checkout", "late checkout on the last day"], ["is late checkout possible?"]),
        "crib": ("boolean", ["a baby crib", "a crib in the room", "a crib for the baby", "a baby crib in our room"], []),
        "sea_view": ("string", ["a sea view", "a room with a sea view", "sea view", "a view of the sea"], []),
        "parking": ("boolean", ["a parking spot", "parking for the car", "a parking space", "parking on site"],
                    ["do you have parking?", "is there parking on site?", "is parking free?"]),
        "gym": ("boolean", ["a gym", "gym entry", "a gym in the hotel"], ["is there a gym?", "do you have a gym?", "does the hotel have a gym?", "what hours is the gym open?"]),
        "breakfast_time": ("string", ["breakfast at {t}", "to have breakfast at {t}", "an early breakfast at {t}", "breakfast served at {t}"], []),
        "pillows": ("integer", ["{n} feather pillows", "{n} pillows", "{n} pillows on the bed", "{n} soft pillows"], []),
        "quiet_floor": ("boolean", ["a quiet floor", "a room on a quiet floor", "a quiet room on a high floor", "somewhere on a quiet floor"], []),
        "airport_shuttle": ("boolean", ["the airport shuttle", "a shuttle from the airport", "a shuttle to the airport", "an airport shuttle"],
                            ["do you run an airport shuttle?", "is there a shuttle from the airport?"]),
        "smoking": ("boolean", ["a balcony for smoking", "no smoking", "a no smoking room", "a room without smoking"], []),
        "nightly_budget": ("number", ["a nightly price under {m}", "a nightly price of {m} at most", "a nightly price up to {m}", "the nightly price below {m}"], []),
    },
    "photo_retouch": {
        "eye_size": ("number", ["bigger eyes, a larger eye size", "to increase the eye size", "the eye size increased", "a larger eye size"], []),
        "freckles": ("boolean", ["the freckles removed", "my freckles removed", "the freckles gone, removed", "to have freckles removed"], []),
        "golden_light": ("boolean", ["golden hour light", "light like in the golden hour", "the light of a golden evening hour", "warm golden hour light"], []),
        "crop_square": ("boolean", ["a square crop", "to crop it square", "it cropped to a square", "a square crop for the profile"], []),
        "red_eye": ("boolean", ["the red eye effect fixed", "red eyes fixed", "the red eye effect removed", "a fix for the red eye effect"], []),
        "copies": ("integer", ["{n} printed copies", "{n} copies on paper", "{n} copies", "{n} copies for the family"], []),
        "sky": ("boolean", ["a bluer sky", "the sky bluer", "the sky in a deeper blue", "blue sky instead of grey sky"], []),
        "caption": ("string", ["a caption that names {name}", "the caption to say {name}", "{name} as the caption", "a caption with {name} in it"], []),
        "delivery_date": ("string", ["delivery by {d}", "it delivered by {d}", "delivery on {d}", "the delivery before {d}"], []),
        "watermark": ("boolean", ["no watermark", "it without a watermark", "the watermark gone", "no watermark on the picture"], ["is there a watermark on it?"]),
    },
}
NOISE = ["my aunt lives around the corner", "it rained all week at home", "the last trip was a mess", "tell me a joke about penguins",
         "who won the match yesterday evening", "my neighbour recommended you", "we celebrate our anniversary", "sorry for my spelling",
         "what is the capital of Mongolia", "I am typing this on a train", "the children are excited already", "long time no see",
         "this app looks different today", "my phone battery is nearly empty", "do you like working here", "let me think about it again",
         "translate good night into Greek", "how tall is the tower in Paris", "I forgot where I left my umbrella", "greetings from the whole team",
         "sing something", "how do airplanes stay in the air", "my grandmother baked a cake", "nothing else comes to mind"]
TAILS = ["", "", " by the way", ", as always", " honestly", " right now", ", you know", " this time"]


def filled(draw, text):
    return (text.replace("{n}", draw.choice(["2", "3", "4", "two", "three", "5"]))
            .replace("{d}", draw.choice(["May 3rd", "12 June", "Friday", "2026-07-14", "next Monday", "the 5th of August"]))
            .replace("{t}", draw.choice(["7:30", "8 am", "6:45", "9:15 am", "7 am"]))
            .replace("{m}", draw.choice(["200 dollars", "$150", "90 euros", "€120", "300 dollars"]))
            .replace("{name}", draw.choice(NAMES)))


def said(draw, says, asks):
    if asks and draw.random() < 0.55:
        return draw.choice(asks)
    return draw.choice(FRAMES).format(filled(draw, draw.choice(says)))


def main():
    draw = random.Random(20261124)
    rows = []
    for scenario, wishes in WISHES.items():
        for wish, (kind, says, asks) in wishes.items():
            for _ in range(46):
                rows.append({"scenario": scenario, "text": said(draw, says, asks), "wish": wish, "type": kind})
        for _ in range(60):
            rows.append({"scenario": scenario, "text": draw.choice(NOISE) + draw.choice(TAILS), "wish": "", "type": ""})
    draw.shuffle(rows)
    start, day = 1_777_500_000, 86_400
    # Every client says hello on the day before the wishes begin: who is new does not count.
    hellos = [{"ts": start + 60 * place, "scenario": draw.choice(sorted(WISHES)), "text": draw.choice(NOISE),
               "wish": "", "type": "", "client": f"client-{place}"} for place in range(CLIENTS)]
    tenants = [f"tenant-{place // 2}" for place in range(CLIENTS)]
    for place, row in enumerate(rows):
        rows[place] = {"ts": start + 2 * day + place * 3 * day // (2 * len(rows)), **row,
                       "client": f"client-{draw.randrange(CLIENTS)}"}
    for row in hellos + rows:
        row["tenant"] = tenants[int(row["client"].removeprefix("client-"))]
        print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main()
