package dev.gearbox.core;

interface Protocol {
    static String describe(Object o) {
        return switch (o) {
            case Integer _ -> "int";
            default -> "other";
        };
    }
}
