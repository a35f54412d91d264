"""The demonstration: a year of an Indian trader, the same every time but for its ids and the days it ends on."""
