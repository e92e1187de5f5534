// In a module of its own, which runs before those of the packages.
window.GIPHY_API_URL = `${INSTANCE}/v1/`
window.GIPHY_PINGBACK_URL = INSTANCE
