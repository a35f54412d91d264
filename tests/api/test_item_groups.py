"""Item groups: a tree without circles."""

from typing import Any

import pytest

from tests.parallel import at_once
from tests.refusals import refused
from tests.service import Client, Service

SAFE = 9_007_199_254_740_991


def group(org: Client, name: str = "Hardware", **fields: Any) -> str:
    """The id of a new group."""
    return str(org.make("/item-groups", {"name": name} | fields)["id"])


def move(org: Client, id: str, below: str | None) -> Any:
    return org.patch(f"/item-groups/{id}", {"name": "Hardware", "parentGroupId": below})


def parent(org: Client, id: str) -> str | None:
    found: str | None = org.read(f"/item-groups/{id}")["parentGroupId"]
    return found


def test_a_group_is_created_with_its_defaults_and_read_back(service: Service) -> None:
    org = service.organization()
    made = org.make("/item-groups", {"name": "Hardware"})
    expected = {
        "name": "Hardware",
        "parentGroupId": None,
        "sortOrder": 0,
        "description": None,
        "updatedBy": None,
    }
    assert expected.items() <= made.items()
    assert made["createdBy"] == org.user_id
    assert set(made) - set(expected) == {"id", "organizationId", "createdBy", "createdAt", "updatedAt"}
    assert org.read(f"/item-groups/{made['id']}") == made


def test_a_field_left_out_of_a_change_keeps_its_value_and_null_clears_it(service: Service) -> None:
    org = service.organization()
    top = group(org)
    made = org.make("/item-groups", {"name": "x", "parentGroupId": top, "sortOrder": 2, "description": "d"})
    kept = org.patch(f"/item-groups/{made['id']}", {"name": "y"}).json["data"]
    assert (kept["parentGroupId"], kept["sortOrder"], kept["description"]) == (top, 2, "d")
    nulls = {"name": "y", "parentGroupId": None, "description": None}
    cleared = org.patch(f"/item-groups/{made['id']}", nulls).json["data"]
    assert (cleared["parentGroupId"], cleared["sortOrder"], cleared["description"]) == (None, 2, None)


def test_a_group_cannot_stand_below_itself(service: Service) -> None:
    org = service.organization()
    top = group(org)
    middle = group(org, parentGroupId=top)
    bottom = group(org, parentGroupId=middle)
    assert refused(move(org, top, top)) == {"parentGroupId"}
    assert refused(move(org, top, middle)) == {"parentGroupId"}
    assert refused(move(org, top, bottom)) == {"parentGroupId"}
    assert move(org, bottom, top).status_int == 200
    assert move(org, middle, bottom).status_int == 200


@pytest.mark.parametrize("attempt", range(5))
def test_two_opposite_moves_at_once_make_no_circle(service: Service, attempt: int) -> None:
    org = service.organization()
    ids = [group(org), group(org)]
    answers = at_once(2, org, lambda client, n: move(client, ids[n], ids[1 - n]))
    assert sorted(answer.status_int for answer in answers) == [200, 422]
    assert [parent(org, each) for each in ids].count(None) == 1


def test_a_ring_of_eight_moves_at_once_stays_open(service: Service) -> None:
    org = service.organization()
    ids = [group(org) for _ in range(8)]
    answers = at_once(8, org, lambda client, n: move(client, ids[n], ids[(n + 1) % 8]))
    assert sorted(answer.status_int for answer in answers) == [200] * 7 + [422]


def test_groups_below_a_deleted_one_move_up_one_step(service: Service) -> None:
    org = service.organization()
    top = group(org)
    middle = group(org, parentGroupId=top)
    below = [group(org, parentGroupId=middle) for _ in range(2)]
    org.delete(f"/item-groups/{middle}")
    assert [parent(org, each) for each in below] == [top, top]
    org.delete(f"/item-groups/{top}")
    assert [parent(org, each) for each in below] == [None, None]


def test_an_item_of_a_deleted_group_is_in_none(service: Service) -> None:
    org = service.organization()
    made = group(org)
    item = org.make("/items", {"name": "Bolt", "groupId": made})
    org.delete(f"/item-groups/{made}")
    assert org.read(f"/items/{item['id']}")["groupId"] is None
    assert org.read("/items")[0]["groupId"] is None
    sent_back = org.patch(f"/items/{item['id']}", org.read(f"/items/{item['id']}"))
    assert sent_back.status_int == 200


@pytest.mark.parametrize("attempt", range(3))
def test_a_group_deleted_while_others_go_below_it_leaves_no_orphan(service: Service, attempt: int) -> None:
    org = service.organization()
    top, moved = group(org), group(org)
    sends = [
        lambda client: client.delete(f"/item-groups/{top}"),
        lambda client: client.post("/item-groups", {"name": "new", "parentGroupId": top}),
        lambda client: move(client, moved, top),
    ]
    answers = at_once(3, org, lambda client, n: sends[n](client))
    assert all(answer.status_int in (200, 201, 422) for answer in answers)
    assert {row["parentGroupId"] for row in org.read("/item-groups")} == {None}


def test_the_list_is_ordered_by_sort_order_then_name(service: Service) -> None:
    org = service.organization()
    for name, order in (("b", 1), ("c", 0), ("a", 1), ("d", -1)):
        group(org, name, sortOrder=order)
    assert [row["name"] for row in org.read("/item-groups")] == ["d", "c", "a", "b"]
    answer = org.get("/item-groups?limit=3&page=2").json
    assert [row["name"] for row in answer["data"]] == ["b"]
    assert answer["meta"] == {"page": 2, "limit": 3, "total": 4, "hasMore": False, "nextCursor": None}


def test_groups_of_one_order_and_name_come_by_id(service: Service) -> None:
    org = service.organization()
    ids = sorted(group(org) for _ in range(4))
    assert [row["id"] for row in org.read("/item-groups")] == ids
