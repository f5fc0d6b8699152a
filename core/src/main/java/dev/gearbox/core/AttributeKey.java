package dev.gearbox.core;

/**
 * The name of something that a program keeps with a connection ({@link Connection#attribute}). Two keys are different even if their names are equal: hold a key in a
 * constant.
 *
 * @param <T> the type of the values
 */
@SuppressWarnings("UnusedTypeParameter") // it ties the value to the key: Connection.attribute
public final class AttributeKey<T> {
    private final String name;

    private AttributeKey(String name) {
        this.name = name;
    }

    /** Creates a key; the name is for its string. */
    public static <T> AttributeKey<T> of(String name) {
        return new AttributeKey<>(name);
    }

    @Override
    public String toString() {
        return name;
    }
}
