"""One screen for every mode that has one of its own: played by mouse, looked at, no secret told."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .table import Table

MISSIONS = (
    'rk.Game(["Ada", "Ben", "Cleo"], edition="2003", mode="mission", seed=5,'
    ' bots={"Ben": "planner", "Cleo": "planner"})'
)
SECRET = (
    'rk.Game(["Ada", "Ben", "Cleo"], edition="five-army", mode="secret-mission", seed=5,'
    ' bots={"Ben": "planner", "Cleo": "planner"})'
)
CAPITAL = (
    'rk.Game(["Ada", "Ben", "Cleo"], edition="2018", mode="capital", seed=5,'
    ' options={"setup": "deal", "placing": "auto"}, bots={"Ben": "planner", "Cleo": "planner"})'
)
ACTIVE = (
    'rk.Game(["Ada", "Ben"], edition="2003", mode="two-player-active", seed=5,'
    ' bots={"Ben": "planner"})'
)
TEAMS = (
    'rk.Game(["Ada", "Ben", "Cleo", "Dev"], edition="2003", mode="team", seed=5,'
    ' bots={"Ben": "planner", "Cleo": "planner", "Dev": "planner"})'
)


@pytest.mark.parametrize("game", [MISSIONS, SECRET], ids=["missions", "secret"])
def test_missions_are_covered_until_asked_for(table: Table, game: str) -> None:
    table.my("REINFORCE", game)
    goals = table.ask(
        "[__import__('risknb.goals', fromlist=['goal']).goal(app.state, m, 0)"
        " for m in app.state.missions[0]]"
    )
    assert goals
    page = table.page.locator(".rk-app")
    expect(page).to_contain_text("Your mission")
    for goal in goals:
        expect(page).not_to_contain_text(goal[1:])
    table.button("Show me").click()
    for goal in goals:
        expect(page).to_contain_text(goal[1:])
    table.shot("missions" if game is MISSIONS else "secret-mission")
    table.button("Hide").click()
    for goal in goals:
        expect(page).not_to_contain_text(goal[1:])
    table.healthy()


def test_a_headquarters_is_chosen_on_the_map_in_secret(table: Table) -> None:
    table.begin_at("s.phase is Phase.HEADQUARTERS and s.actor == 0", CAPITAL)
    table.expect("headquarters in secret")
    real, seen = table.ask("[list(app.state.headquarters), list(app.shown().headquarters)]")
    chosen = [seat for seat in (1, 2) if real[seat] >= 0]
    assert chosen, "a bot has chosen before Ada"
    assert all(seen[seat] != real[seat] for seat in chosen)
    mine = table.ask("[app.game.board.names[t] for t in range(42) if app.state.owners[t] == 0]")
    table.run("app.runner.paused = True")
    table.click(mine[0])
    table.expect(f"make {mine[0]} your headquarters?")
    table.shot("capital-choice")
    table.button(f"Make {mine[0]}").click()
    table.soon(lambda: table.ask("app.state.headquarters[0]") == table.board.index(mine[0]))
    table.shot("capital")
    table.healthy()


def test_neutral_armies_are_won_over_with_a_card(table: Table) -> None:
    table.begin_at(
        "s.turn > 0 and s.actor == 0 and any(type(m).__name__ == 'Bribe'"
        " for m in app.game.legal_moves())",
        ACTIVE,
    )
    card = table.ask("next(m.card for m in app.game.legal_moves() if type(m).__name__ == 'Bribe')")
    table.run("app.picked = (); app.hand_shown = True; app.changed()")
    table.settle()
    for pressed in range(table.page.locator(".rk-cards button[aria-pressed=true]").count()):
        table.page.locator(".rk-cards button[aria-pressed=true]").nth(pressed).click()
    table.page.locator(f'.rk-cards button[data-rk="card:{card}"]').click()
    table.soon(lambda: table.ask("list(app.picked)") == [card])
    table.shot("active-neutrals")
    cards = table.ask("len(app.state.hands[0])")
    table.button("Give it to neutral").click()
    table.soon(lambda: table.ask("len(app.state.hands[0])") == cards - 1)
    assert "Bribe" in table.ask("repr(app.game.steps[-1].move)")
    table.healthy()


def test_team_mates_stand_side_by_side(table: Table) -> None:
    table.my("REINFORCE", TEAMS)
    table.shot("team")
    mine = table.ask(
        "[app.game.board.names[m.at] for m in app.game.legal_moves()"
        " if type(m).__name__ == 'Place']"
    )
    before = table.badge(mine[0])
    steps = table.steps()
    table.click(mine[0])
    table.soon(lambda: table.steps() == steps + 1)
    table.soon(lambda: table.badge(mine[0]) != before)
    while table.ask("app.state.phase.name") == "REINFORCE":
        steps = table.steps()
        table.button("Place").click()
        table.soon(lambda steps=steps: table.steps() > steps)
    table.now("Attack")
    table.healthy()


def expert(option: str) -> str:
    """A game with an expert rule and a defender who decides by itself."""
    return (
        'rk.Game(["Ada", "Ben", "Cleo"], edition="2018", seed=5, options={"setup": "deal",'
        f' "placing": "auto", "{option}": True}}, bots={{"Ben": "planner", "Cleo": "planner"}})'
    )


def test_the_commander_turns_a_die(table: Table) -> None:
    table.my("ATTACK", expert("commander"))
    src, dst = table.front(least=3)
    table.click(src)
    table.click(dst)
    table.button("Roll once").click()
    table.expect("change a die, or let the dice stand")
    table.shot("commander")
    offered = table.page.locator(".rk-panel button", has_text="Commander: turn")
    faces = table.ask("sorted({*app.state.rolled.attack} - {6}, reverse=True)")
    expect(offered).to_have_text([f"Commander: turn the {face} to a six" for face in faces])
    steps = table.steps()
    table.button("Commander: turn").click()
    table.soon(lambda: table.steps() > steps)
    assert "Command" in table.ask(f"repr(app.game.steps[{steps}].move)")
    table.healthy()


def test_a_card_buys_a_second_throw_or_the_dice_stand(table: Table) -> None:
    pairs = (
        "[[app.game.board.names[m.src], app.game.board.names[m.dst]]"
        " for m in app.game.legal_moves(kind='attack')"
        " if m.src in app.state.hands[0] and app.state.armies[m.src] > 2]"
    )
    table.begin_at(f"mine(s, Phase.ATTACK) and {pairs}", expert("reroll"))
    src, dst = table.ask(pairs)[0]
    table.click(src)
    table.click(dst)
    table.button("Roll once").click()
    table.expect("change a die, or let the dice stand")
    table.shot("reroll")
    expect(table.button("Show a card, roll the")).to_be_visible()
    table.button("Let the dice stand").click()
    table.soon(lambda: table.ask("app.state.phase.name") != "DECIDE")
    table.healthy()


def test_the_defender_is_asked_for_dice(table: Table) -> None:
    game = (
        'rk.Game(["Ada", "Ben"], edition="2003", mode="two-player", seed=5,'
        ' options={"defend": "ask"}, bots={"Ben": "rusher"})'
    )
    table.begin_at("s.phase is Phase.DEFEND and s.actor == 0", game)
    table.expect("Ada, throw for neutral")
    table.expect("how many dice")
    table.shot("defend")
    steps = table.steps()
    table.button("Defend with").click()
    table.soon(lambda: table.steps() > steps)
    assert "Defend" in table.ask(f"repr(app.game.steps[{steps}].move)")
    table.healthy()


def test_friends_at_one_screen_pass_it_on(table: Table) -> None:
    game = 'rk.Game(["Ada", "Ben"], edition="2010", seed=5, options={"placing": "auto"})'
    table.begin_at("s.actor == 1 and s.phase is Phase.ATTACK and len(s.hands[1]) > 0", game)
    table.run("app.at_screen = 0; app.changed()")
    table.expect("Pass the screen to Ben")
    table.shot("pass-the-screen")
    cards = table.ask("[app.game.board.names[c] for c in app.state.hands[1] if c < 42]")
    panel = table.page.locator(".rk-panel")
    expect(panel.locator(".rk-cards button, .rk-strip li")).to_have_count(0)
    expect(panel).not_to_contain_text("Your hand")
    table.window(1280, 800)
    card, land = (table.page.locator(part).bounding_box() for part in (".rk-pass", ".rk-map-box"))
    assert land["y"] < card["y"], "on the map"
    assert card["y"] + card["height"] < land["y"] + land["height"]
    table.window(1440, 900)
    table.button("I am Ben").click()
    table.expect("Ben, ")
    table.button("Show (H)").click()
    for card in cards:
        expect(panel.locator(".rk-cards, .rk-strip")).to_contain_text(card)
    table.healthy()


def test_typed_dice_are_asked_for_and_used(table: Table) -> None:
    table.my("ATTACK")
    table.run("app.settings.typed_dice = True")
    src, dst = table.front(least=4)
    defenders = min(2, table.armies(dst))
    table.click(src)
    table.click(dst)
    table.button("Roll once").click()
    table.expect("type them in")
    expect(table.page.locator(".rk-panel input[type=text]")).to_be_focused()
    table.page.keyboard.type("666:" + "1" * defenders)
    table.shot("typed-dice")
    steps = table.steps()
    table.button("Enter the dice").click()
    table.soon(lambda: table.steps() > steps)
    assert table.ask(f"sorted(app.game.steps[{steps}].chance.attack)") == [6, 6, 6]
    table.healthy()
